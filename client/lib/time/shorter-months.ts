import { dayOfRhythm } from '#shared/base/calendar.ts'

/** Days that some months lack. */
const LATE_DAYS: Record<number, string> = { 29: 'the 29th', 30: 'the 30th', 31: 'the 31st' }

/** The day of a monthly recurrence if some months lack it: "on the 31st, or the last day of shorter months". */
export const lateDayOf = (day: number): string | null =>
  LATE_DAYS[day] === undefined ? null : `on ${LATE_DAYS[day]}, or the last day of shorter months`

interface Rhythm {
  /** The date it starts on; null if none is chosen yet. */
  date: string | null
  frequency: string | null
  /** Its current day of the month. */
  monthDay?: number | null
}

/** The description of a recurrence field; null if every month and year has the day. */
export function shorterMonthsNote({ date, frequency, monthDay }: Rhythm): string | null {
  if (date === null) return null
  if (frequency === 'yearly')
    return date.endsWith('-02-29') ? 'On February 28 in years without the 29th' : null
  if (frequency !== 'monthly' && frequency !== 'quarterly') return null
  const day = lateDayOf(dayOfRhythm(date, monthDay))
  return day && `O${day.slice(1)}`
}
