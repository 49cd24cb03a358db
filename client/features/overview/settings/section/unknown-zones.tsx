import { Text } from '@mantine/core'
import { browserZone, useUser } from '#client/lib/session/session.ts'
import { knowsZone } from '#shared/base/dates.ts'

/** Shows which of the user's time zones this browser doesn't support, and which one it uses instead. */
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
