import { daysBetween, lastOfMonth, monthsBetween, shiftDate, shiftMonths } from '#shared/calendar.ts'
import type { Breakdown } from '#shared/finance.ts'
import type { UserCtx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isPlatformAdmin } from '../core/reach.ts'

/** Refuses to write where there are no books: for owners whose agency is still to come. */
export function requireBooks(ctx: UserCtx): void {
  if (isPlatformAdmin(ctx) || ctx.reach.agencyId !== null) return
  throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
}

/**
 * The period to compare with: the calendar month before for a whole (or begun) month, else the equally
 * long stretch before. Null when the period is open.
 */
export function previousPeriod(period: {
  from: string | null
  to: string | null
}): { from: string; to: string } | null {
  const { from, to } = period
  if (from === null || to === null) return null
  if (from.endsWith('-01') && monthsBetween(from, to) === 0) {
    const wholeMonth = to === lastOfMonth(to)
    return { from: shiftMonths(from, -1), to: wholeMonth ? shiftDate(from, -1) : shiftMonths(to, -1) }
  }
  return { from: shiftDate(from, -(daysBetween(from, to) + 1)), to: shiftDate(from, -1) }
}

/** Largest first, with the share of the whole in percent. */
export const toBreakdown = (parts: Omit<Breakdown, 'share'>[], total: number): Breakdown[] =>
  parts
    .map((part) => ({ ...part, share: total === 0 ? 0 : Math.round((100 * part.amount) / total) }))
    .toSorted((a, b) => b.amount - a.amount)

/** All calendar months from the earliest to the latest given one. */
export function monthsFromTo(months: string[]): string[] {
  const sorted = months.toSorted()
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) all.push(month)
  return all
}

const nextMonth = (month: string): string => shiftMonths(`${month}-01`, 1).slice(0, 7)
