import type { ExpressionBuilder } from 'kysely'
import type { InvoiceDto } from '#shared/invoices.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { agencyFilter, billingClientFilter } from '../../db/scope-guard.ts'
import { listInvoices } from '../queries.ts'

export interface OpenInvoices {
  count: number
  /** Minor units still owed. */
  amount: number
}

/** The invoices a client has to pay: pending and overdue ones. */
export async function pendingInvoicesOf(db: Db, scope: Scope): Promise<OpenInvoices> {
  const clientId = billingClientFilter(scope)
  const agencyId = agencyFilter(scope)
  if (clientId === null || agencyId === null) return { count: 0, amount: 0 }
  const row = await openInvoices(db)
    .where('agency_id', '=', agencyId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { count: row.count, amount: row.amount ?? 0 }
}

/** What clients owe one agency, or for null all agencies. */
export async function outstandingOf(db: Db, agencyId: AgencyId | null): Promise<OpenInvoices> {
  const row = await openInvoices(db)
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
    .executeTakeFirstOrThrow()
  return { count: row.count, amount: row.amount ?? 0 }
}

/** The newest invoices the caller owes or issued. */
export async function recentInvoicesOf(db: Db, scope: Scope, limit = 5): Promise<InvoiceDto[]> {
  return (await listInvoices(db, scope, { limit, search: '', cursor: null })).items
}

/** What is still to be paid on an invoice. The order counts: nested terms are written without brackets. */
export const stillOwed = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb(eb('invoices.total', '-', eb.ref('invoices.amount_paid')), '-', eb.ref('invoices.amount_credited'))

const openInvoices = (db: Db) =>
  db
    .selectFrom('invoices')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>(stillOwed(eb)).as('amount'),
    ])
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['sent', 'overdue'])

export interface Aging {
  total: number
  not_due: number
  days_1_30: number
  days_31_60: number
  days_61_90: number
  over_90: number
}

/** What is owed to the agency (or, for null, on the platform's own invoices), by days past the due date. */
export async function outstandingByAge(db: Db, agencyId: AgencyId | null, today: string): Promise<Aging> {
  const rows = await db
    .selectFrom('invoices')
    .select(['due_on', 'total', 'amount_paid', 'amount_credited'])
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['sent', 'overdue'])
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .$if(agencyId === null, (query) => query.where('issuer', '=', 'platform'))
    .execute()
  const aging: Aging = { total: 0, not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 }
  for (const row of rows) {
    const due = row.total - row.amount_paid - row.amount_credited
    aging.total += due
    aging[bucketOf(row.due_on, today)] += due
  }
  return aging
}

function bucketOf(dueOn: string, today: string): Exclude<keyof Aging, 'total'> {
  const late = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000)
  if (late <= 0) return 'not_due'
  if (late <= 30) return 'days_1_30'
  if (late <= 60) return 'days_31_60'
  return late <= 90 ? 'days_61_90' : 'over_90'
}
