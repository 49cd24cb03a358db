const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** Choices of a time zone by name; a stored one may have a name this browser does not list. */
export const zoneOptions = (current: string | null): { value: string; label: string }[] =>
  (current === null || ZONES.includes(current) ? ZONES : [current, ...ZONES]).map((zone) => ({
    value: zone,
    // As people type it into the search.
    label: zone.replaceAll('_', ' '),
  }))
