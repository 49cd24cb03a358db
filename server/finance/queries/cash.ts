import type { UserCtx } from '../../core/context.ts'
import { sumOf } from '../../db/dialect.ts'
import { ledgerOf } from './ledger.ts'

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
  const rows = await ledgerOf(ctx, { from, to })
    .select((eb) => [
      'occurred_on',
      'direction',
      sumOf<number | null>(eb.ref('ledger_entries.base_amount')).as('amount'),
      sumOf<number | null>(eb.ref('ledger_entries.base_tax')).as('tax'),
    ])
    .where('direction', '!=', 'write_off')
    .where('category', '!=', 'credit_adjustments')
    // Without its rate an entry has no amount in base, and then no tax either.
    .where('base_amount', 'is not', null)
    .groupBy(['occurred_on', 'direction'])
    .execute()
  return rows.map(({ occurred_on, direction, amount, tax }) => ({
    day: occurred_on,
    direction: direction as DayOfBooks['direction'],
    amount: amount ?? 0,
    tax: tax ?? 0,
  }))
}
