import dayjs from 'dayjs'
import { wallClock, wallDate } from '#client/lib/wall-time.ts'
import { shiftDate } from '#shared/dates.ts'

export type ScheduleView = 'day' | 'week' | 'month'

const DAYS_OF_WEEK = 7

/** The Monday of the date's week. */
export const mondayOf = (date: string): string =>
  shiftDate(date, -((dayjs(date).day() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK))

/** The days a grid shows, whole weeks from Monday on. */
export function gridRange(view: 'week' | 'month', date: string): { from: string; to: string } {
  if (view === 'week') return { from: mondayOf(date), to: shiftDate(mondayOf(date), DAYS_OF_WEEK - 1) }
  const first = dayjs(date).startOf('month').format('YYYY-MM-DD')
  const last = dayjs(date).endOf('month').format('YYYY-MM-DD')
  return { from: mondayOf(first), to: shiftDate(mondayOf(last), DAYS_OF_WEEK - 1) }
}

/** Where Prev and Next lead. */
export function stepDate(view: ScheduleView, date: string, direction: 1 | -1): string {
  if (view === 'day') return shiftDate(date, direction)
  if (view === 'week') return shiftDate(date, direction * DAYS_OF_WEEK)
  return dayjs(date).add(direction, 'month').format('YYYY-MM-DD')
}

/** The grid's form of a time: what clocks in the zone show. */
export const wallText = (instant: string, zone: string): string =>
  `${wallDate(instant, zone)} ${wallClock(instant, zone)}:00`
