const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/** Years that all calendar functions support, even after shifting by weeks. */
export const isSupportedYear = (text: string): boolean => {
  const year = Number(text.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** The calendar date, limited to the supported range. */
export const nearestDate = (date: string): string => {
  const [first, last] = [`${FIRST_YEAR}-01-01`, `${LAST_YEAR}-12-31`]
  if (date < first) return first
  return date > last ? last : date
}

/** The time zone of the platform's ledger and the default for users. */
export const PLATFORM_ZONE = 'UTC'

export const WEEK_STARTS = ['monday', 'sunday'] as const
/** The first day of the week. */
export type WeekStart = (typeof WEEK_STARTS)[number]

/** In JavaScript's numbering. */
export const WEEK_STARTS_AT = { sunday: 0, monday: 1 } as const satisfies Record<WeekStart, number>

/** The calendar date of an instant in an IANA time zone. */
export const dateInZone = (instant: Date, timezone: string): string =>
  wallTimeInZone(instant, timezone).slice(0, 10)

/** The local date and time of an instant in an IANA time zone, to the second: `2026-04-04T09:30:00`. */
export function wallTimeInZone(instant: Date, timezone: string): string {
  const parts = formatterIn(timezone).formatToParts(instant)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    (parts.find((part) => part.type === type)?.value ?? '').padStart(2, '0')
  return `${read('year')}-${read('month')}-${read('day')}T${read('hour')}:${read('minute')}:${read('second')}`
}

/** Named in full, because what a locale writes by default differs between versions of browsers and Node. */
const NUMERIC = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** There are fewer zones, but each has many aliases. */
const MAX_FORMATTERS = 600
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone: a formatter uses 30 KB outside the heap, which is freed late. */
export function formatterIn(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone)
  if (formatter === undefined) {
    if (formatters.size >= MAX_FORMATTERS) formatters.clear()
    formatter = new Intl.DateTimeFormat('en', { ...NUMERIC, timeZone: timezone })
    formatters.set(timezone, formatter)
  }
  return formatter
}

/** Whether this browser or server supports a time zone: they differ in new names, abbreviations and offsets. */
export function knowsZone(timezone: string): boolean {
  try {
    formatterIn(timezone)
    return true
  } catch {
    return false
  }
}

/** Whether it is a name of the time zone database, rather than an abbreviation or an offset. */
export const isZoneName = (timezone: string): boolean => timezone === 'UTC' || timezone.includes('/')

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a date that `calendarDate` accepts, without loading zod. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_SHAPE.test(text) || !isSupportedYear(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Null for dates that don't exist; months start at 1. */
export function dateText(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDate(text) ? text : null
}
