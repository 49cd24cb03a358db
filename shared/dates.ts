import { z } from 'zod'

/** A calendar date without a time or zone, YYYY-MM-DD. */
export const calendarDate = z.iso.date('Please enter a valid date')
export const optionalCalendarDate = calendarDate
  .nullish()
  .or(z.literal(''))
  .transform((value) => value || null)

/** The calendar date of an instant in an IANA time zone. */
export function dateInZone(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(instant)
}

export const DATE_FORMAT = 'MMM DD, YYYY'
export const CARD_DATE_FORMAT = 'MMM D'
export const PICKER_DATE_FORMAT = 'MMMM D, YYYY'
export const MESSAGE_TIME_FORMAT = 'HH:mm'
