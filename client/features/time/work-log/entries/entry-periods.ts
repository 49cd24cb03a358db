import dayjs from 'dayjs'
import { shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import type { WeekStart } from '#shared/base/dates.ts'

/** Calendar dates, both inclusive; null is open. */
export interface DateRange {
  from: string | null
  to: string | null
}

export const NO_PERIOD: DateRange = { from: null, to: null }

export const PERIOD_OPTIONS = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'last-week', label: 'Last week' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'custom', label: 'Custom' },
] as const

export type EntryPeriod = (typeof PERIOD_OPTIONS)[number]['value']

const monthOf = (day: dayjs.Dayjs): DateRange => ({
  from: day.startOf('month').format('YYYY-MM-DD'),
  to: day.endOf('month').format('YYYY-MM-DD'),
})

/** The predefined periods relative to a day; weeks and months are calendar ones. */
export function entryPeriods(
  today: string,
  first: WeekStart,
): Record<Exclude<EntryPeriod, 'custom'>, DateRange> {
  const start = weekStartOf(today, first)
  const now = dayjs(today)
  return {
    today: { from: today, to: today },
    week: { from: start, to: shiftDate(start, 6) },
    'last-week': { from: shiftDate(start, -7), to: shiftDate(start, -1) },
    month: monthOf(now),
    'last-month': monthOf(now.startOf('month').subtract(1, 'month')),
  }
}
