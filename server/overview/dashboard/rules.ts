import { shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import { type CashMonth, CHART_MONTHS, TREND_POINTS, type Trend } from '#shared/overview/charts.ts'
import { COMPARED_DAYS, type Figure } from '#shared/overview/dashboard.ts'
import { addDays, toInstant } from '../../base/db/values.ts'
import type { DayOfBooks } from '../../money/ledger/queries/cash.ts'

/** From is included, to excluded. */
export interface Period {
  from: Date
  to: Date
}

/** The 30 days up to now, or an earlier period of that length. */
export function comparedPeriod(now: Date, spansBefore = 0): Period {
  const end = new Date(now.getTime() + 1)
  return {
    from: addDays(end, -COMPARED_DAYS * (spansBefore + 1)),
    to: addDays(end, -COMPARED_DAYS * spansBefore),
  }
}

/**
 * The same as calendar days including today, as the ledger counts: the period of the screen behind a figure.
 */
export const comparedDays = (today: string, spansBefore = 0): { from: string; to: string } => ({
  from: shiftDate(today, 1 - COMPARED_DAYS * (spansBefore + 1)),
  to: shiftDate(today, -COMPARED_DAYS * spansBefore),
})

/** The first days of consecutive periods, the last of which ends today. */
export const spanStarts = (today: string, spans: number): string[] =>
  Array.from({ length: spans }, (_, index) => comparedDays(today, spans - 1 - index).from)

/** The calendar months shown in charts, ending with the current one. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: CHART_MONTHS }, (_, index) =>
    shiftMonths(`${today.slice(0, 7)}-01`, index + 1 - CHART_MONTHS).slice(0, 7),
  )

/** Income net of tax per period, given their first days. */
export const revenueBySpan = (books: readonly DayOfBooks[], starts: readonly string[]): Trend =>
  starts.map((start, index) => {
    const next = starts[index + 1]
    return books
      .filter(({ day, direction }) => direction === 'income' && day >= start && !(next && day >= next))
      .reduce((sum, { amount, tax }) => sum + amount - tax, 0)
  })

/** Money received and spent per month, including tax. */
export const cashByMonth = (books: readonly DayOfBooks[], months: readonly string[]): CashMonth[] =>
  months.map((month) => {
    const own = books.filter(({ day }) => day.startsWith(month))
    const sumOf = (isOut: boolean) =>
      own
        .filter(({ direction }) => (direction === 'expense') === isOut)
        .reduce((sum, { amount }) => sum + amount, 0)
    return { month, cash_in: sumOf(false), cash_out: sumOf(true) }
  })

/** The equally spaced instants of a trend's points, ending now. */
export const trendInstants = (now: Date): string[] =>
  Array.from({ length: TREND_POINTS - 1 }, (_, index) =>
    toInstant(comparedPeriod(now, TREND_POINTS - 2 - index).from),
  )

/** Counts the instants between consecutive edges; those before the first edge are ignored. */
export function countBySpan(instants: readonly (string | null)[], edges: readonly string[]): number[] {
  const counts = edges.map(() => 0)
  for (const instant of instants) {
    const span = instant === null ? -1 : edges.findLastIndex((edge) => instant >= edge)
    if (span >= 0) counts[span] = (counts[span] ?? 0) + 1
  }
  return counts
}

/** Computes earlier counts from the current one, given what was added and removed in between. */
export function stockTrend(now: number, added: readonly number[], removed: readonly number[]): Trend {
  const backwards = [now]
  for (const [index, more] of [...added.entries()].reverse()) {
    backwards.push((backwards.at(-1) ?? 0) - more + (removed[index] ?? 0))
  }
  return backwards.reverse()
}

/** The change in percent with one decimal; null if there is nothing to compare with. */
export const growth = (now: number, before: number): number | null =>
  before === 0 ? null : roundTenth((now / before - 1) * 100)

const roundTenth = (value: number): number => Math.round(value * 10) / 10

/** A figure whose change is an absolute number. */
export const countFigure = (now: number, before: number): Figure => ({
  value: now,
  change: { amount: now - before, unit: 'count' },
})

/** A figure whose change is a percentage. */
export function percentFigure(now: number, before: number): Figure {
  const amount = growth(now, before)
  return { value: now, change: amount === null ? null : { amount, unit: 'percent' } }
}

/** A percentage, null if unknown, whose change is in percentage points. */
export const pointsFigure = (now: number | null, before: number | null): Figure<number | null> => ({
  value: now,
  change: now === null || before === null ? null : { amount: roundTenth(now - before), unit: 'points' },
})
