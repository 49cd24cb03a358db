import { shiftDate } from '#shared/calendar.ts'
import { COMPARED_DAYS, type Figure } from '#shared/dashboard.ts'
import { addDays } from '../db/values.ts'

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
