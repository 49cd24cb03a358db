import type { UserCtx } from '../../core/context.ts'
import { bookSums } from './book-sums.ts'

export interface DayOfBooks {
  /** Calendar date. */
  day: string
  direction: 'income' | 'expense' | 'liability'
  /** Minor units of the base currency, tax included. */
  amount: number
  tax: number
}

/**
 * What moved money on each day of the books. Credit that is applied goes from liability to income, so the
 * two together are what was received; credit given without money is left out.
 */
export async function booksByDay(ctx: UserCtx, from: string, to: string): Promise<DayOfBooks[]> {
  const sums = await bookSums(ctx, { from, to }, 'day')
  return sums
    .filter(({ direction, category }) => direction !== 'write_off' && category !== 'credit_adjustments')
    .map(({ span, direction, amount, tax }) => ({
      day: span,
      direction: direction as DayOfBooks['direction'],
      amount,
      tax,
    }))
}
