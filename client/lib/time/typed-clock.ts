/** "9", "930", "9:30", "9.30 pm" as HH:mm (24-hour), or null if the text isn't a time of day. */
export function parseTypedClock(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const parts = /^(\d{1,2})(?:[:.h ]?(\d{2}))?h? ?(am|pm|a|p)?$/.exec(text)
  if (parts === null) return null
  const [, hour = '', minute = '00', half] = parts
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null
  const shift = half?.startsWith('p') === true ? 12 : 0
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + shift
  if (hours > 23 || Number(minute) > 59) return null
  return `${String(hours).padStart(2, '0')}:${minute}`
}
