import { shiftDate, shiftMonths } from '#shared/base/calendar.ts'

/** A write-off, or what of one was recovered if the amount is negative, with the dates of its invoice. */
interface Loss {
  amount: number
  occurred_on: string
  due_on: string
  /** When the supply ended. */
  supplied_on: string
  /** When it was written off. */
  written_off_on: string
}

/** Relieved in box 4, or repaid in box 1. */
export const RELIEVED = 'relieved'
export const REPAID = 'repaid'

/** From the later of the due date and the supply on (section 36 VATA 1994, VAT Notice 700/18). */
export const RELIEF_MONTHS = 6
const LAPSES_AFTER = 54

/** When and how a loss counts in the UK return; null if the claim has lapsed. An early recovery reduces the claim. */
export function reliefOf(loss: Loss): { group: typeof RELIEVED | typeof REPAID; day: string } | null {
  const since = loss.due_on > loss.supplied_on ? loss.due_on : loss.supplied_on
  if (loss.written_off_on > shiftMonths(since, LAPSES_AFTER)) return null
  const first = endOfPeriod(since)
  if (loss.occurred_on < first) return { group: RELIEVED, day: first }
  return { group: loss.amount < 0 ? REPAID : RELIEVED, day: loss.occurred_on }
}

/** The last of the months that begin with the day, or the end of a shorter month. */
function endOfPeriod(day: string): string {
  const after = shiftMonths(day, RELIEF_MONTHS)
  return after.slice(8) === day.slice(8) ? shiftDate(after, -1) : after
}
