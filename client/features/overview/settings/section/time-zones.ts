const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** Time zone options by name; a stored zone may not be in the browser's list. */
export const zoneOptions = (current: string | null): { value: string; label: string }[] =>
  (current === null || ZONES.includes(current) ? ZONES : [current, ...ZONES]).map((zone) => ({
    value: zone,
    // With spaces instead of underscores, as people type it.
    label: zone.replaceAll('_', ' '),
  }))
