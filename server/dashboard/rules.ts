import { shiftDate, shiftMonths } from '#shared/calendar.ts'
import { type CashMonth, CHART_MONTHS, TREND_POINTS, type Trend } from '#shared/charts.ts'
import { COMPARED_DAYS, type Figure } from '#shared/dashboard.ts'
import { addDays, toInstant } from '../db/values.ts'
import type { DayOfBooks } from '../finance/queries/cash.ts'

/** Instants from (included) and to (excluded). */
export interface Period {
  from: Date
  to: Date
}

/** The 30 days that end with the present instant, or those so many such spans before. */
export function comparedPeriod(now: Date, spansBefore = 0): Period {
  const end = new Date(now.getTime() + 1)
  return {
    from: addDays(end, -COMPARED_DAYS * (spansBefore + 1)),
    to: addDays(end, -COMPARED_DAYS * spansBefore),
  }
}

/** The same as calendar days, today included, as the books are kept: what the screen behind a figure shows. */
export const comparedDays = (today: string, spansBefore = 0): { from: string; to: string } => ({
  from: shiftDate(today, 1 - COMPARED_DAYS * (spansBefore + 1)),
  to: shiftDate(today, -COMPARED_DAYS * spansBefore),
})

/** The first days of so many such spans, the last of which ends today. */
export const spanStarts = (today: string, spans: number): string[] =>
  Array.from({ length: spans }, (_, index) => comparedDays(today, spans - 1 - index).from)

/** The calendar months that the charts show, this one last. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: CHART_MONTHS }, (_, index) =>
    shiftMonths(`${today.slice(0, 7)}-01`, index + 1 - CHART_MONTHS).slice(0, 7),
  )

/** Income net of tax, of each span from its first day to the next. */
export const revenueBySpan = (books: readonly DayOfBooks[], starts: readonly string[]): Trend =>
  starts.map((start, index) => {
    const next = starts[index + 1]
    return books
      .filter(({ day, direction }) => direction === 'income' && day >= start && !(next && day >= next))
      .reduce((sum, { amount, tax }) => sum + amount - tax, 0)
  })

/** What came in and went out in each month, tax included. */
export const cashByMonth = (books: readonly DayOfBooks[], months: readonly string[]): CashMonth[] =>
  months.map((month) => {
    const own = books.filter(({ day }) => day.startsWith(month))
    const sumOf = (isOut: boolean) =>
      own
        .filter(({ direction }) => (direction === 'expense') === isOut)
        .reduce((sum, { amount }) => sum + amount, 0)
    return { month, cash_in: sumOf(false), cash_out: sumOf(true) }
  })

/** The instants, as far apart, at which a trend's figures stood; the last of them stands now. */
export const trendInstants = (now: Date): string[] =>
  Array.from({ length: TREND_POINTS - 1 }, (_, index) =>
    toInstant(comparedPeriod(now, TREND_POINTS - 2 - index).from),
  )

/** How many of the instants lie between each edge and the next; those before the first count nowhere. */
export function countBySpan(instants: readonly (string | null)[], edges: readonly string[]): number[] {
  const counts = edges.map(() => 0)
  for (const instant of instants) {
    const span = instant === null ? -1 : edges.findLastIndex((edge) => instant >= edge)
    if (span >= 0) counts[span] = (counts[span] ?? 0) + 1
  }
  return counts
}

/** Back from what there is now, over what was added and what went between one instant and the next. */
export function stockTrend(now: number, added: readonly number[], gone: readonly number[]): Trend {
  const backwards = [now]
  for (const [index, more] of [...added.entries()].reverse()) {
    backwards.push((backwards.at(-1) ?? 0) - more + (gone[index] ?? 0))
  }
  return backwards.reverse()
}

/** The change in percent to one decimal; null without anything to compare with. */
export const growth = (now: number, before: number): number | null =>
  before === 0 ? null : roundTenth((now / before - 1) * 100)

const roundTenth = (value: number): number => Math.round(value * 10) / 10

/** A figure whose change is told in its own unit. */
export const countFigure = (now: number, before: number): Figure => ({
  value: now,
  change: { amount: now - before, unit: 'count' },
})

/** A figure whose change is told in percent. */
export function percentFigure(now: number, before: number): Figure {
  const amount = growth(now, before)
  return { value: now, change: amount === null ? null : { amount, unit: 'percent' } }
}

/** A percentage, null where unknown, whose change is the difference to the percentage before. */
export const pointsFigure = (now: number | null, before: number | null): Figure<number | null> => ({
  value: now,
  change: now === null || before === null ? null : { amount: roundTenth(now - before), unit: 'points' },
})
