import type { TaxPaymentCategory } from '#shared/money/ledger/finance.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { bookSums } from './book-sums.ts'

const TAX_PAYMENTS: TaxPaymentCategory = 'tax_payments'

export interface DayOfBooks {
  /** Calendar date. */
  day: string
  direction: 'income' | 'expense' | 'liability'
  /** Minor units of the base currency, including tax. */
  amount: number
  tax: number
}

/**
 * Money movements by day. Applied credit moves from liability to income, so their sum is what was received;
 * credit without a payment is excluded. Tax paid to the tax office leaves like an expense.
 */
export async function booksByDay(ctx: UserCtx, from: string, to: string): Promise<DayOfBooks[]> {
  const sums = await bookSums(ctx, { from, to }, 'day')
  return sums
    .filter(({ direction, category }) => direction !== 'write_off' && category !== 'credit_adjustments')
    .map(({ span, direction, category, amount, tax }) =>
      category === TAX_PAYMENTS
        ? { day: span, direction: 'expense', amount: -amount, tax }
        : { day: span, direction: direction as DayOfBooks['direction'], amount, tax },
    )
}
