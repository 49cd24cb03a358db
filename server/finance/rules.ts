import type { Breakdown } from '#shared/finance.ts'
import { isPlatformAdmin, type Scope } from '../auth/scope.ts'
import { AppError } from '../errors.ts'

/** Refuses to write where there are no books: for owners whose agency is still to come. */
export function requireBooks(scope: Scope): void {
  if (isPlatformAdmin(scope) || scope.agencyId !== null) return
  throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
}

const DAY = 86_400_000
const toDate = (date: string): number => Date.parse(`${date}T00:00:00.000Z`)
const toText = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * The period to compare with: the calendar month before for a whole (or begun) month, else the equally
 * long stretch before. Null when the period is open.
 */
export function previousPeriod(period: {
  from: string | null
  to: string | null
}): { from: string; to: string } | null {
  if (period.from === null || period.to === null) return null
  const from = new Date(toDate(period.from))
  const to = new Date(toDate(period.to))
  const sameMonth = period.from.slice(0, 7) === period.to.slice(0, 7)
  if (sameMonth && from.getUTCDate() === 1) {
    const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - 1, 1)
    const last = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 0)
    const wholeMonth = new Date(to.getTime() + DAY).getUTCDate() === 1
    const sameDay = first + (to.getUTCDate() - 1) * DAY
    return { from: toText(first), to: toText(wholeMonth ? last : Math.min(last, sameDay)) }
  }
  const length = to.getTime() - from.getTime() + DAY
  return { from: toText(from.getTime() - length), to: toText(from.getTime() - DAY) }
}

/** Largest first, with the share of the whole in percent. */
export function toBreakdown(rows: { key: string; label: string; amount: number }[]): Breakdown[] {
  const total = rows.reduce((sum, row) => sum + row.amount, 0)
  return rows
    .map((row) => ({
      key: row.key,
      label: row.label,
      amount: row.amount,
      share: total === 0 ? 0 : Math.round((100 * row.amount) / total),
    }))
    .toSorted((a, b) => b.amount - a.amount)
}

/** All calendar months from the earliest to the latest given one. */
export function monthsBetween(months: string[]): string[] {
  const sorted = months.toSorted()
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) all.push(month)
  return all
}

function nextMonth(month: string): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7)
}
