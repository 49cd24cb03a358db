import dayjs from 'dayjs'
import { formatFixed } from '#shared/base/format.ts'
import { monthToDate, type Period } from '#shared/money/ledger/periods.ts'
import { COMPARED_DAYS } from '#shared/overview/dashboard.ts'
import type { PeriodName } from './accounts-search.ts'

export const PERIOD_LABELS: Record<PeriodName, string> = {
  today: 'Today',
  'last-30-days': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  'last-quarter': 'Last quarter',
  year: 'This year',
  'last-year': 'Last year',
  all: 'All time',
  custom: 'Custom',
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/** The first day of the calendar quarter. */
const quarterOf = (day: dayjs.Dayjs) => day.startOf('month').subtract(day.month() % 3, 'month')

/** The dates of a named period. Current periods end today so that comparisons are like for like. */
export function periodOf(name: PeriodName, today: string, custom: Period): Period {
  const now = dayjs(today)
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'last-30-days':
      return { from: text(now.subtract(COMPARED_DAYS - 1, 'day')), to: today }
    case 'month':
      return monthToDate(today)
    case 'last-month': {
      const month = now.startOf('month').subtract(1, 'month')
      return { from: text(month), to: text(month.endOf('month')) }
    }
    case 'quarter':
      return { from: text(quarterOf(now)), to: today }
    case 'last-quarter': {
      const quarter = quarterOf(now).subtract(3, 'month')
      return { from: text(quarter), to: text(quarter.add(2, 'month').endOf('month')) }
    }
    case 'year':
      return { from: text(now.startOf('year')), to: today }
    case 'last-year': {
      const year = now.startOf('year').subtract(1, 'year')
      return { from: text(year), to: text(year.endOf('year')) }
    }
    case 'all':
      return { from: null, to: null }
    case 'custom':
      return custom.from !== null && custom.to !== null && custom.from > custom.to
        ? { from: custom.to, to: custom.from }
        : custom
  }
}

/** "+12.5%"; null if there is no earlier figure. */
export function changeOf(current: number, previous: number): string | null {
  if (previous === 0) return null
  const percent = ((current - previous) / Math.abs(previous)) * 100
  return `${percent >= 0 ? '+' : ''}${formatFixed(percent, 1)}%`
}
