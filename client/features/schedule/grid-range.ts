import dayjs from 'dayjs'
import { wallClock, wallDate } from '#client/lib/wall-time.ts'
import { shiftDate, weekStartOf } from '#shared/calendar.ts'
import type { WeekStart } from '#shared/dates.ts'

export type ScheduleView = 'day' | 'week' | 'month'

export const DAYS_OF_WEEK = 7

/** The days a grid shows: whole weeks from the first day of the week. */
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
    from: weekStartOf(first, weekStart),
    to: shiftDate(weekStartOf(last, weekStart), DAYS_OF_WEEK - 1),
  }
}

/** The dates Prev and Next go to. */
export function stepDate(view: ScheduleView, date: string, direction: 1 | -1): string {
  if (view === 'day') return shiftDate(date, direction)
  if (view === 'week') return shiftDate(date, direction * DAYS_OF_WEEK)
  return dayjs(date).add(direction, 'month').format('YYYY-MM-DD')
}

/** The grid's time format: local time in the zone. */
export const wallText = (instant: string, zone: string): string =>
  `${wallDate(instant, zone)} ${wallClock(instant, zone)}:00`
