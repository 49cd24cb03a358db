import dayjs from 'dayjs'
import { wallClock, wallDate } from '#client/lib/time/wall-time.ts'
import { daysBetween, shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import { nearestDate, type WeekStart } from '#shared/base/dates.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

export type ScheduleView = 'day' | 'week' | 'month'

export const DAYS_OF_WEEK = 7

/** The days a grid shows: whole weeks from the first day of the week, within the valid date range. */
export function gridRange(
  view: 'week' | 'month',
  date: string,
  weekStart: WeekStart,
): { from: string; to: string } {
  const month = dayjs(date)
  const [first, last] =
    view === 'week'
      ? [date, date]
      : [month.startOf('month').format('YYYY-MM-DD'), month.endOf('month').format('YYYY-MM-DD')]
  return {
    from: nearestDate(weekStartOf(first, weekStart)),
    to: nearestDate(shiftDate(weekStartOf(last, weekStart), DAYS_OF_WEEK - 1)),
  }
}

/** The dates that Prev and Next lead to. */
export function stepDate(view: ScheduleView, date: string, direction: 1 | -1): string {
  if (view === 'day') return nearestDate(shiftDate(date, direction))
  if (view === 'week') return nearestDate(shiftDate(date, direction * DAYS_OF_WEEK))
  return nearestDate(dayjs(date).add(direction, 'month').format('YYYY-MM-DD'))
}

/** The grid's time format: local time in the zone. */
export const wallText = (instant: string, zone: string): string =>
  `${wallDate(instant, zone)} ${wallClock(instant, zone)}:00`

/** Every day of the range, both ends included. */
export const daysFromTo = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, offset) => shiftDate(from, offset))

/** The days of an event in the zone; one that ends at midnight isn't on the next day. */
export function daysOf(
  { starts_at, ends_at }: Pick<EventDto, 'starts_at' | 'ends_at'>,
  zone: string,
): string[] {
  const last = new Date(Math.max(Date.parse(starts_at), Date.parse(ends_at) - 1))
  return daysFromTo(wallDate(starts_at, zone), wallDate(last.toISOString(), zone))
}
