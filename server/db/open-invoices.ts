import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Sent and not settled, in the words of the index of such invoices, which no parameter would match. */
export const IS_OPEN = sql<boolean>`(invoices.kind = 'invoice' and invoices.status in ('sent', 'overdue'))`

const SETTLED = [
  'invoices.amount_paid',
  'invoices.amount_credited',
  'invoices.amount_applied',
  'invoices.amount_written_off',
] as const

/** What is still to be paid on an invoice. The order counts: nested terms are written without brackets. */
export const stillOwed = (eb: ExpressionBuilder<Schema, 'invoices'>): Expression<number> =>
  SETTLED.reduce<Expression<number>>(
    (left, column) => eb(left, '-', eb.ref(column)) as unknown as Expression<number>,
    eb.ref('invoices.total'),
  )
