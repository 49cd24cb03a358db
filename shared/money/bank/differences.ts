import { multiplyRatio } from '../../base/amounts/money.ts'

/** How far the rate of the day may be from the invoice's. */
const MAX_DIFFERENCE_BPS = 500

/** Whether exchange rates alone can explain the difference between two amounts of the base currency. */
export const isNearRate = (amount: number, expected: number): boolean =>
  Math.abs(amount - expected) * 10_000 <= Math.abs(expected) * MAX_DIFFERENCE_BPS

interface OwedAbroad {
  due: number
  /** At the invoice's rate; null if it is missing. */
  base_due: number | null
}

/**
 * What is left of a line in the base currency probably pays of an invoice in another: all that is due if the rate of
 * the day explains the difference, otherwise at most what the line or the invoice allows at the invoice's rate.
 */
export function likelyPayment(
  left: number,
  { due, base_due }: OwedAbroad,
): { amount: number | null; settles: number } {
  if (left <= 0) return { amount: null, settles: due }
  if (base_due === null || base_due === 0 || isNearRate(left, base_due)) {
    return { amount: left, settles: due }
  }
  if (left > base_due) return { amount: base_due, settles: due }
  return { amount: left, settles: Math.max(1, multiplyRatio(due, left, base_due)) }
}
