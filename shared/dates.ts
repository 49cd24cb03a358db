import { z } from 'zod'

const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/** Years that calendars, zones and shifts by some weeks all can count in. */
const isNear = (text: string): boolean => {
  const year = Number(text.slice(0, 4))
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** The calendar date itself, or the first or last there is. */
export const nearestDate = (date: string): string => {
  const [first, last] = [`${FIRST_YEAR}-01-01`, `${LAST_YEAR}-12-31`]
  if (date < first) return first
  return date > last ? last : date
}

/** A calendar date without a time or zone, YYYY-MM-DD. */
export const calendarDate = z.iso
  .date('Please enter a valid date')
  .refine(isNear, 'Please enter a valid date')

/** An instant, ISO-8601 with its offset. */
export const instantText = z.iso
  .datetime({ offset: true, message: 'Please enter a valid time' })
  .refine(isNear, 'Please enter a valid time')

/** What a clock on the wall shows: YYYY-MM-DDTHH:mm, in a zone that is known otherwise. */
export const wallTime = z.iso
  .datetime({ local: true, offset: false, message: 'Please enter a valid time' })
  .max(40, 'Please enter a valid time')
  .refine((text) => isNear(text) && !text.endsWith('Z'), 'Please enter a valid time')
export const optionalCalendarDate = calendarDate
  .nullish()
  .or(z.literal(''))
  .transform((value) => value || null)

/** The IANA name of a time zone. */
export const timeZone = z
  .string()
  .max(60)
  .refine((zone) => isTimeZone(zone), 'Unknown time zone.')

function isTimeZone(zone: string): boolean {
  try {
    formatterIn(zone)
    return true
  } catch {
    return false
  }
}

/** The time zone of the platform's accounts and the default for users. */
export const PLATFORM_ZONE = 'UTC'

export const WEEK_STARTS = ['monday', 'sunday'] as const
/** The first day of the week. */
export type WeekStart = (typeof WEEK_STARTS)[number]

/** As JavaScript counts weekdays. */
export const WEEK_STARTS_AT = { sunday: 0, monday: 1 } as const satisfies Record<WeekStart, number>

/** The calendar date of an instant in an IANA time zone. */
export const dateInZone = (instant: Date, timezone: string): string => formatterIn(timezone).format(instant)

/** There are fewer zones, but each has many spellings. */
const MAX_FORMATTERS = 600
const formatters = new Map<string, Intl.DateTimeFormat>()

/** One for each zone: a formatter holds 30 KB outside the heap, where no collection is in a hurry to free it. */
function formatterIn(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone)
  if (formatter === undefined) {
    if (formatters.size >= MAX_FORMATTERS) formatters.clear()
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
    formatters.set(timezone, formatter)
  }
  return formatter
}

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a date as `calendarDate` takes them, for screens that load no rules. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_SHAPE.test(text) || !isNear(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Null for dates that don't exist; months start at 1. */
export function dateText(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isCalendarDate(text) ? text : null
}

export const DATE_FORMAT = 'MMM DD, YYYY'
export const CARD_DATE_FORMAT = 'MMM D'
export const PICKER_DATE_FORMAT = 'MMMM D, YYYY'
export const MESSAGE_TIME_FORMAT = 'HH:mm'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `4 Apr 2026`: a calendar date on documents and in mails, whoever reads them, today or in ten years. */
export function formatWrittenDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** `Apr 04, 2026`: a calendar date as the screens show it (`DATE_FORMAT`), in sentences of theirs. */
export function formatShownDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${MONTHS[Number(month) - 1]} ${day}, ${year}`
}

/** `1 – 31 Mar 2026`, `15 Dec 2025 – 14 Jan 2026`: what both ends share is written once. */
export function formatWrittenRange(from: string, to: string): string {
  if (from === to) return formatWrittenDate(from)
  const [day = '', month = '', year = ''] = formatWrittenDate(from).split(' ')
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  const start = from.slice(0, 7) === to.slice(0, 7) ? [day] : sameYear ? [day, month] : [day, month, year]
  return `${start.join(' ')} – ${formatWrittenDate(to)}`
}
