import { z } from 'zod'

/** A calendar date without a time or zone, YYYY-MM-DD. */
export const calendarDate = z.iso.date('Please enter a valid date')
export const optionalCalendarDate = calendarDate
  .nullish()
  .or(z.literal(''))
  .transform((value) => value || null)

/** The IANA name of a time zone. */
export const timeZone = z
  .string()
  .max(60)
  .refine((zone) => isTimeZone(zone), 'This time zone is not known.')

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The zone of the platform's own books, and of people for whom nobody chose one. */
export const PLATFORM_ZONE = 'UTC'

export const WEEK_STARTS = ['monday', 'sunday'] as const
/** The day weeks begin on. */
export type WeekStart = (typeof WEEK_STARTS)[number]

const DAYS_OF_WEEK = 7

/** The first day of the date's week. */
export function weekStartOf(date: string, first: WeekStart): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return shiftDate(date, -((weekday + DAYS_OF_WEEK - WEEK_STARTS_AT[first]) % DAYS_OF_WEEK))
}

/** As JavaScript counts weekdays. */
export const WEEK_STARTS_AT = { sunday: 0, monday: 1 } as const satisfies Record<WeekStart, number>

/** The calendar date of an instant in an IANA time zone. */
export function dateInZone(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(instant)
}

/** The calendar date so many days later, or earlier. */
export function shiftDate(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`)
  instant.setUTCDate(instant.getUTCDate() + days)
  return instant.toISOString().slice(0, 10)
}

/** Null for a day the calendar does not have; months count from 1. */
export function dateText(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return calendarDate.safeParse(text).success ? text : null
}

export const DATE_FORMAT = 'MMM DD, YYYY'
export const CARD_DATE_FORMAT = 'MMM D'
export const PICKER_DATE_FORMAT = 'MMMM D, YYYY'
export const MESSAGE_TIME_FORMAT = 'HH:mm'
