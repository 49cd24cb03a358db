import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { formatHours } from '#shared/base/format.ts'

const MINUTE_MS = 60_000

export function WorkLogTiles({ running }: { running: boolean }) {
  const { data } = trpc.workLog.counters.useQuery(
    { timezone: useZone() },
    { refetchInterval: running ? MINUTE_MS : false },
  )
  const week = data && { tab: 'entries' as const, from: data.week_start, to: shiftDate(data.week_start, 6) }
  return (
    <StatTiles strip>
      <StatTile
        label="Today's Hours"
        value={data && formatHours(data.today_seconds)}
        to="/work-log"
        search={data && { tab: 'entries', from: data.today, to: data.today }}
      />
      <StatTile
        label="This Week"
        value={data && formatHours(data.week_seconds)}
        to="/work-log"
        search={week}
      />
      <StatTile
        label="Billable Hours"
        value={data && formatHours(data.billable_seconds)}
        hint="This week"
        to="/work-log"
        search={week && { ...week, billable: 'yes' }}
      />
    </StatTiles>
  )
}
