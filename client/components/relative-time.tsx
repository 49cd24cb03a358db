import { Tooltip } from '@mantine/core'
import { formatInstant, fromNow } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { useNow } from '#client/lib/use-now.ts'

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
