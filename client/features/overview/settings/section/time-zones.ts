import { spaced } from '#client/lib/labels.ts'
import { browserZone } from '#client/lib/session/session.ts'
import { isZoneName } from '#shared/base/dates.ts'

/** Browsers' lists differ: some include UTC, some list a zone twice, older ones have none. */
function listedZones(): string[] {
  try {
    return Intl.supportedValuesOf('timeZone')
  } catch {
    return []
  }
}

/** Time zone options by name; a stored zone may not be in the browser's list. */
export function zoneOptions(current: string | null): { value: string; label: string }[] {
  const offered = ['UTC', browserZone(), ...listedZones()].filter(isZoneName)
  return [...new Set([...(current === null ? [] : [current]), ...offered])].map((zone) => ({
    value: zone,
    // With spaces instead of underscores, as people type it.
    label: spaced(zone),
  }))
}
