import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { isTaxPayment, type LedgerDirection } from '#shared/money/ledger/finance.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { ledgerOf, type Period } from './ledger.ts'

/** Ledger totals of a span in minor units of the base currency, excluding entries without a rate. */
export interface BookSum {
  /** A calendar date or a month. */
  span: string
  direction: LedgerDirection
  category: string
  /** 1 for entries of payments. */
  of_payment: number
  /** Including tax. */
  amount: number
  tax: number
}

/**
 * The caller's ledger by day or month: from tallies for an agency, computed from the entries for the
 * platform.
 */
export async function bookSums(ctx: UserCtx, period: Period, by: 'day' | 'month'): Promise<BookSum[]> {
  const span = (day: Expression<string>) =>
    by === 'day' ? sql<string>`${day}` : sql<string>`substr(${day}, 1, 7)`
  const rows =
    ctx.reach.agencyId === null
      ? await ledgerOf(ctx, period)
          .select((eb) => [
            span(eb.ref('occurred_on')).as('span'),
            'direction',
            'category',
            ofPayment(eb).as('of_payment'),
            sumOf<number | null>(eb.ref('base_amount')).as('amount'),
            sumOf<number | null>(eb.ref('base_tax')).as('tax'),
          ])
          .groupBy(['span', 'direction', 'category', 'of_payment'])
          .execute()
      : await tallies(ctx, period)
          .select((eb) => [
            span(eb.ref('occurred_on')).as('span'),
            'direction',
            'category',
            'of_payment',
            sumOf<number | null>(eb.ref('base_amount')).as('amount'),
            sumOf<number | null>(eb.ref('base_tax')).as('tax'),
          ])
          .groupBy(['span', 'direction', 'category', 'of_payment'])
          .execute()
  return rows.map((row) => ({ ...row, amount: row.amount ?? 0, tax: row.tax ?? 0 }))
}

/** What was paid to the tax office, minus its refunds. */
export const taxPaid = (sums: readonly BookSum[]): number =>
  sums.reduce((paid, { category, amount }) => (isTaxPayment(category) ? paid - amount : paid), 0)

const ofPayment = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.case().when('payment_id', 'is', null).then(eb.lit(0)).else(eb.lit(1)).end()

function tallies(ctx: UserCtx, { from, to }: Period) {
  let days = selectFrom(ctx, 'book_tallies').where('book_tallies.entries', '>', 0)
  if (from !== null) days = days.where('book_tallies.occurred_on', '>=', from)
  if (to !== null) days = days.where('book_tallies.occurred_on', '<=', to)
  return days
}
