import { COMPARED_DAYS, type Figure } from '#shared/dashboard.ts'
import { addDays, toInstant } from '../db/values.ts'

/** Instants from (included) and to (excluded). */
export interface Period {
  from: string
  to: string
}

/** The 30 days up to now, or those so many such spans before. */
export function comparedPeriod(now: Date, spansBefore = 0): Period {
  return {
    from: toInstant(addDays(now, -COMPARED_DAYS * (spansBefore + 1))),
    to: toInstant(addDays(now, -COMPARED_DAYS * spansBefore)),
  }
}

/** The change in percent to one decimal; null without anything to compare with. */
export const growth = (now: number, before: number): number | null =>
  before === 0 ? null : roundTenth((now / before - 1) * 100)

export const roundTenth = (value: number): number => Math.round(value * 10) / 10

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
