import { Tooltip } from '@mantine/core'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstant, fromNow } from '#client/lib/time/dates.ts'
import { useNow } from '#client/lib/time/use-now.ts'

/** "3 hours ago", with the exact time in the user's time zone in a tooltip. */
export function RelativeTime({ instant }: { instant: string }) {
  const zone = useZone()
  useNow()
  return (
    <Tooltip label={formatInstant(instant, zone)}>
      <time dateTime={instant}>{fromNow(instant)}</time>
    </Tooltip>
  )
}
