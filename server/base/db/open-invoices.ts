import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Sent and not settled. Literals instead of parameters, so that the partial index matches. */
export const IS_OPEN = sql<boolean>`(invoices.kind = 'invoice' and invoices.status in ('sent', 'overdue'))`

/** Settled by a write-off, which isn't a payment; the index of paid invoices by date matches. */
export const IS_WRITTEN_OFF = sql<boolean>`(invoices.kind = 'invoice' and invoices.status = 'paid' and invoices.paid_at is null and invoices.amount_written_off > 0)`

const SETTLED = [
  'invoices.amount_paid',
  'invoices.amount_credited',
  'invoices.amount_applied',
  'invoices.amount_written_off',
] as const

/** The columns from which the amount due of an invoice is calculated. */
export const OWED_COLUMNS = ['invoices.total', ...SETTLED] as const

/**
 * The amount still due on an invoice. Operand order matters: nested expressions are written without
 * parentheses.
 */
export const stillOwed = (eb: ExpressionBuilder<Schema, 'invoices'>): Expression<number> =>
  SETTLED.reduce<Expression<number>>(
    (left, column) => eb(left, '-', eb.ref(column)) as unknown as Expression<number>,
    eb.ref('invoices.total'),
  )
