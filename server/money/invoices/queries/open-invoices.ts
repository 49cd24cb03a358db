import type { ExpressionBuilder } from 'kysely'
import type { Money } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import type { Ctx, InAgency, UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { IS_OPEN, stillOwed } from '../../../base/db/open-invoices.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { dueNext, isLate } from './installments.ts'
import { listInvoices } from './invoices.ts'
import { processing } from './pending-payments.ts'
import { notProcessing, remindedAt } from './reminders.ts'

export interface OpenInvoices {
  count: number
  /** The amount due in each currency. */
  amounts: Money[]
}

/** A client's open invoices: pending and overdue ones. */
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

/** Overdue invoices of the agency's clients, by due date. */
export const lateInvoicesOf = (ctx: InAgency, limit: number) =>
  byDueDate(ctx, limit)
    .select((eb) => remindedAt(eb).as('reminded_at'))
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where((eb) => isLate(eb, dateInZone(ctx.now, ctx.reach.booksZone)))
    .where(notProcessing)
    .execute()

/** The open invoices of the caller's client, by due date. */
export async function invoicesToPay(ctx: UserCtx, limit: number) {
  const { agencyId, clientId, booksZone } = ctx.reach
  if (agencyId === null || clientId === null) return []
  return byDueDate(ctx, limit)
    .where('invoices.agency_id', '=', agencyId)
    .where('invoices.client_id', '=', clientId)
    .select((eb) => isLate(eb, dateInZone(ctx.now, booksZone)).as('late'))
    .execute()
}

const RECENT = 5

/** The newest invoices the caller owes or has issued. */
export async function recentInvoicesOf(ctx: UserCtx): Promise<InvoiceDto[]> {
  return (await listInvoices(ctx, { limit: RECENT, search: '', cursor: null })).items
}

/** Open invoices with an amount payable now, excluding payments in progress. */
const byDueDate = (ctx: Ctx, limit: number) =>
  selectFrom(ctx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .select((eb) => [
      'invoices.id',
      'invoices.number',
      'invoices.title',
      'invoices.issuer_name',
      'invoices.currency',
      'clients.name as client_name',
      dueNext(eb).as('due_on'),
      payableNow(eb).as('amount'),
    ])
    .where(IS_OPEN)
    .where((eb) => eb(payableNow(eb), '>', 0))
    .orderBy(dueNext)
    .orderBy('invoices.id')
    .limit(limit)

const payableNow = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb(stillOwed(eb), '-', eb.fn.coalesce(processing(eb), eb.lit(0))).$castTo<number>()

const openInvoices = (ctx: Ctx) =>
  selectFrom(ctx, 'invoices')
    .select((eb) => [
      'currency',
      eb.fn.countAll<number>().as('count'),
      sumOf<number | null>(stillOwed(eb)).as('amount'),
    ])
    .where(IS_OPEN)
    .groupBy('currency')
    .orderBy('currency')
