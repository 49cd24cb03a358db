import { Text } from '@mantine/core'
import { browserZone, useUser } from '#client/lib/session/session.ts'
import { knowsZone } from '#shared/base/dates.ts'

/** Says which time zones of the user this browser doesn't know, and which one it shows instead. */
export function UnknownZones() {
  const { timezone, books_timezone } = useUser()
  const unknown = [...new Set([timezone, books_timezone])].filter((zone) => !knowsZone(zone))
  if (unknown.length === 0) return null
  return (
    <Text size="sm">
      This browser doesn’t support {unknown.join(' and ')}, so it shows times in {browserZone()}. A newer
      browser may support {unknown.length === 1 ? 'it' : 'them'}.
    </Text>
  )
}
