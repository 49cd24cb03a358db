import type { ExpressionBuilder } from 'kysely'
import { dateInZone } from '#shared/dates.ts'
import type { InvoiceDto } from '#shared/invoices.ts'
import type { Money } from '#shared/money.ts'
import type { AgencyReach, Ctx, UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import { IS_OPEN, stillOwed } from '../../db/open-invoices.ts'
import type { Schema } from '../../db/schema.ts'
import { dueNext, isLate } from './instalments.ts'
import { listInvoices } from './invoices.ts'
import { notProcessing } from './reminders.ts'
import { processing } from './under-way.ts'

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

/** What is late of all that the caller's agency asks of its clients, those due first. */
export const lateInvoicesOf = (ctx: Ctx & { reach: AgencyReach }, limit: number) =>
  byDueDate(ctx, limit)
    .where('invoices.agency_id', '=', ctx.reach.agencyId)
    .where((eb) => isLate(eb, dateInZone(ctx.now, ctx.reach.booksZone)))
    .where(notProcessing)
    .execute()

/** What the caller's client still has to pay, those due first. */
export async function invoicesToPay(ctx: UserCtx, limit: number) {
  const { agencyId, clientId, booksZone } = ctx.reach
  if (agencyId === null || clientId === null) return []
  return byDueDate(ctx, limit)
    .where('invoices.agency_id', '=', agencyId)
    .where('invoices.client_id', '=', clientId)
    .select((eb) => isLate(eb, dateInZone(ctx.now, booksZone)).as('late'))
    .execute()
}

/** The newest invoices the caller owes or issued. */
export async function recentInvoicesOf(ctx: UserCtx, limit = 5): Promise<InvoiceDto[]> {
  return (await listInvoices(ctx, { limit, search: '', cursor: null })).items
}

/** Open invoices of which something can be paid now: `amount` is what is not already on its way. */
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
