import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { useZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { shiftDate } from '#shared/calendar.ts'
import { formatHours } from '#shared/work-log.ts'

const MINUTE_MS = 60_000

export function WorkLogTiles({ running }: { running: boolean }) {
  const { data } = trpc.workLog.counters.useQuery(
    { timezone: useZone() },
    { refetchInterval: running ? MINUTE_MS : false },
  )
  const week = data && { tab: 'entries' as const, from: data.week_start, to: shiftDate(data.week_start, 6) }
  return (
    <StatTiles>
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
