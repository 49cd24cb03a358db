import { mondayOf, shiftDate, shiftMonths } from '../../base/calendar.ts'
import type { RecurringFrequency, SupplyPeriod } from './invoices.ts'

const MONTHS: Record<Exclude<RecurringFrequency, 'weekly'>, number> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The date of the run with this index, computed from the first one so that the 31st stays the 31st. */
export function recurrenceDate(anchor: string, frequency: RecurringFrequency, index: number): string {
  return frequency === 'weekly'
    ? shiftDate(anchor, 7 * index)
    : shiftMonths(anchor, MONTHS[frequency] * index)
}

/** The first run after a day and the number of runs before it; a future start doesn't change. */
export function firstRunAfter(
  anchor: string,
  frequency: RecurringFrequency,
  after: string,
): { runs: number; next_on: string } {
  let runs = 0
  while (recurrenceDate(anchor, frequency, runs) <= after) runs += 1
  return { runs, next_on: recurrenceDate(anchor, frequency, runs) }
}

interface Run {
  anchor: string
  frequency: RecurringFrequency
  /** The number of runs before it. */
  runs: number
}

/** The first and last day of the supply that the invoice of a run states. */
export function supplyPeriod(
  period: SupplyPeriod,
  { anchor, frequency, runs }: Run,
): { from: string; to: string } {
  const between = (start: string, index: number) => ({
    from: recurrenceDate(start, frequency, index),
    to: shiftDate(recurrenceDate(start, frequency, index + 1), -1),
  })
  if (period === 'until_invoice') return between(anchor, runs - 1)
  if (period === 'from_invoice') return between(anchor, runs)
  const start = calendarStart(recurrenceDate(anchor, frequency, runs), frequency)
  return between(start, { previous: -1, current: 0, next: 1 }[period])
}

/** The first day of the date's calendar week, month, quarter or year. */
function calendarStart(date: string, frequency: RecurringFrequency): string {
  if (frequency === 'weekly') return mondayOf(date)
  const first = `${date.slice(0, 8)}01`
  return shiftMonths(first, -((Number(date.slice(5, 7)) - 1) % MONTHS[frequency]))
}

interface Rhythm {
  starts_on: string
  frequency: RecurringFrequency
}

/**
 * The first day on which a changed plan creates invoices: a newly chosen start may be today, whereas a
 * changed interval takes effect tomorrow. Null if neither changed, so that the plan keeps its next date.
 */
export function resumesOn(before: Rhythm, after: Rhythm, today: string): string | null {
  if (after.starts_on !== before.starts_on) return today
  return after.frequency === before.frequency ? null : shiftDate(today, 1)
}

interface Terms {
  anchor: string
  frequency: RecurringFrequency
  ends_on: string | null
  /** The number of invoices left; null for no limit. */
  left: number | null
}

/** The next invoice dates from a day on, at most `count`. */
export function upcomingRuns(
  { anchor, frequency, ends_on, left }: Terms,
  from: string,
  count: number,
): string[] {
  const { runs } = firstRunAfter(anchor, frequency, shiftDate(from, -1))
  return Array.from({ length: Math.min(count, left ?? count) }, (_, index) =>
    recurrenceDate(anchor, frequency, runs + index),
  ).filter((date) => ends_on === null || date <= ends_on)
}
