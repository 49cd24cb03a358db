import { daysBetween, lastOfMonth, monthsBetween, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import type { Breakdown } from '#shared/money/ledger/finance.ts'
import { agencyMissing } from '../../base/core/calls/restrictions.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { isPlatformAdmin } from '../../base/core/rows/reach.ts'

/** Throws if the caller has no ledger, like owners whose agency doesn't exist yet. */
export function requireBooks(ctx: UserCtx): void {
  if (isPlatformAdmin(ctx) || ctx.reach.agencyId !== null) return
  throw agencyMissing()
}

/**
 * The period to compare with: the previous calendar month for a full (or current) month, else the preceding
 * period of equal length. Null for an open period.
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

/** Largest first, with percentages of the total. */
export const toBreakdown = (parts: Omit<Breakdown, 'share'>[], total: number): Breakdown[] =>
  parts
    .map((part) => ({ ...part, share: total === 0 ? 0 : Math.round((100 * part.amount) / total) }))
    .toSorted((a, b) => b.amount - a.amount)

/** All calendar months from the earliest to the latest of those given. */
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
