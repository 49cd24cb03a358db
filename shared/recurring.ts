import { shiftDate, shiftMonths } from './calendar.ts'
import type { RecurringFrequency } from './invoices.ts'

const MONTHS: Record<Exclude<RecurringFrequency, 'weekly'>, number> = { monthly: 1, quarterly: 3, yearly: 12 }

/** The date of the run with this index, counted from the first one so that the 31st stays the 31st. */
export function recurrenceDate(anchor: string, frequency: RecurringFrequency, index: number): string {
  return frequency === 'weekly'
    ? shiftDate(anchor, 7 * index)
    : shiftMonths(anchor, MONTHS[frequency] * index)
}

/** The next run after a day, and how many came before it; a start still to come is kept. */
export function firstRunAfter(
  anchor: string,
  frequency: RecurringFrequency,
  after: string,
): { runs: number; next_on: string } {
  let runs = 0
  while (recurrenceDate(anchor, frequency, runs) <= after) runs += 1
  return { runs, next_on: recurrenceDate(anchor, frequency, runs) }
}

interface Rhythm {
  starts_on: string
  frequency: RecurringFrequency
}

/**
 * From which day on a changed plan writes invoices: a start that was chosen now may be today, another rhythm
 * alone goes on tomorrow. Null where neither changed and the plan keeps its next date.
 */
export function resumesOn(before: Rhythm, after: Rhythm, today: string): string | null {
  if (after.starts_on !== before.starts_on) return today
  return after.frequency === before.frequency ? null : shiftDate(today, 1)
}

interface Terms {
  anchor: string
  frequency: RecurringFrequency
  ends_on: string | null
  /** How many invoices are left; null without a limit. */
  left: number | null
}

/** The dates of the next invoices from a day on, at most `count`. */
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
