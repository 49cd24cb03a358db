import { dayOfRhythm, monthsBetween, shiftMonths } from '#shared/base/calendar.ts'
import { WEEKDAYS, type Weekday } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import { dateOf, fromWallTime, toWallTime } from '../../../base/adapters/zone.ts'

/** Where one occurrence goes; its series follows in local time, possibly of another zone. */
export interface Move {
  from: string
  to: string
  timezone: string
  newTimezone: string
}

/** Shifts an instant as an occurrence moved in local time: 09:00 stays 09:00 across DST changes. */
export function shiftWall(instant: string, { from, to, timezone, newTimezone }: Move): string {
  if (from === to && timezone === newTimezone) return instant
  const delta = toWallTime(from, timezone).until(toWallTime(to, newTimezone), { largestUnit: 'day' })
  return fromWallTime(toWallTime(instant, timezone).add(delta).toString(), newTimezone)
}

/**
 * The same for a monthly series: as many months on, to the day of the month that the series has after the move.
 */
export function shiftMonthly(
  instant: string,
  { from, to, timezone, newTimezone }: Move,
  monthDay?: number | null,
): string {
  const [before, after] = [toWallTime(from, timezone), toWallTime(to, newTimezone)]
  const months = monthsBetween(before.toString(), after.toString())
  const day = dayOfRhythm(dateOf(to, newTimezone), monthDay)
  const date = shiftMonths(dateOf(instant, timezone), months, day)
  const time = toWallTime(instant, timezone).toPlainTime()
  const delta = before.toPlainTime().until(after.toPlainTime())
  return fromWallTime(`${date}T${time.add(delta)}`, newTimezone)
}

/** Adjusts the recurrence after its occurrences moved from one weekday to another. */
export function moveWeekdays(recurrence: Recurrence, from: Weekday, to: Weekday): Recurrence {
  if (recurrence.frequency !== 'weekly' || from === to) return recurrence
  const weekdays = new Set(recurrence.weekdays.map((day) => (day === from ? to : day)))
  return { ...recurrence, weekdays: WEEKDAYS.filter((day) => weekdays.has(day)) }
}
