import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { LedgerDirection } from '#shared/finance.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import type { Schema } from '../../db/schema.ts'
import { ledgerOf, type Period } from './ledger.ts'

/** What the books came to in a span, in minor units of the base currency; entries without a rate count for nothing. */
export interface BookSum {
  /** A calendar date, or a month. */
  span: string
  direction: LedgerDirection
  category: string
  /** 1 for entries of payments. */
  of_payment: number
  /** With the tax. */
  amount: number
  tax: number
}

/** The caller's books by day or month: an agency's as kept count of, the platform's few from the entries. */
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

const ofPayment = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.case().when('payment_id', 'is', null).then(eb.lit(0)).else(eb.lit(1)).end()

function tallies(ctx: UserCtx, { from, to }: Period) {
  let days = selectFrom(ctx, 'book_tallies').where('book_tallies.entries', '>', 0)
  if (from !== null) days = days.where('book_tallies.occurred_on', '>=', from)
  if (to !== null) days = days.where('book_tallies.occurred_on', '<=', to)
  return days
}
