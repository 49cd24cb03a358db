import type { Expression, ExpressionBuilder } from 'kysely'
import type { InvoiceDto } from '#shared/invoices.ts'
import type { Money } from '#shared/money.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import type { Schema } from '../../db/schema.ts'
import { listInvoices } from './invoices.ts'

export interface OpenInvoices {
  count: number
  /** What is still owed, in each currency. */
  amounts: Money[]
}

/** The invoices a client has to pay: pending and overdue ones. */
export async function pendingInvoicesOf(ctx: UserCtx): Promise<OpenInvoices> {
  const { agencyId, clientId } = ctx.reach
  if (agencyId === null || clientId === null) return { count: 0, amounts: [] }
  const rows = await openInvoices(ctx)
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .execute()
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amounts: rows.map(({ amount, currency }) => ({ amount: amount ?? 0, currency })),
  }
}

/** The newest invoices the caller owes or issued. */
export async function recentInvoicesOf(ctx: UserCtx, limit = 5): Promise<InvoiceDto[]> {
  return (await listInvoices(ctx, { limit, search: '', cursor: null })).items
}

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

const openInvoices = (ctx: Ctx) =>
  selectFrom(ctx, 'invoices')
    .select((eb) => [
      'currency',
      eb.fn.countAll<number>().as('count'),
      sumOf<number | null>(stillOwed(eb)).as('amount'),
    ])
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['sent', 'overdue'])
    .groupBy('currency')
    .orderBy('currency')
