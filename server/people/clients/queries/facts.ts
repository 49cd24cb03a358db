import { type ExpressionBuilder, sql } from 'kysely'
import type { ClientSort } from '#shared/people/clients.ts'
import { numberKey, optionalTextKey, type SortKey, textKey } from '../../../base/core/rows/sorting.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'

type OfClient = ExpressionBuilder<Schema, 'clients'>

const projectCount = (eb: OfClient) =>
  eb
    .selectFrom('projects')
    .whereRef('projects.agency_id', '=', 'clients.agency_id')
    .whereRef('projects.assigned_client_id', '=', 'clients.id')
    .where('projects.archived_at', 'is', null)
    .select((sub) => sub.fn.countAll<number>().as('count'))

const activeProjects = (eb: OfClient) => projectCount(eb).where('projects.status', '!=', 'completed')

const entries = (eb: OfClient) =>
  eb
    .selectFrom('ledger_entries')
    .whereRef('ledger_entries.agency_id', '=', 'clients.agency_id')
    .whereRef('ledger_entries.client_id', '=', 'clients.id')

/** Income that is money of the client: neither granted credit nor a difference of exchange rates. */
const totalPaid = (eb: OfClient) =>
  entries(eb)
    .where('ledger_entries.direction', '=', 'income')
    .where('ledger_entries.category', 'not in', ['credit_adjustments', 'exchange_differences'])
    .select((sub) => sumOf<number | null>(sub.ref('ledger_entries.base_amount')).as('amount'))

const invoices = (eb: OfClient) =>
  eb
    .selectFrom('invoices')
    .whereRef('invoices.agency_id', '=', 'clients.agency_id')
    .whereRef('invoices.client_id', '=', 'clients.id')
    .where('invoices.kind', '=', 'invoice')

const outstanding = (eb: OfClient) =>
  invoices(eb)
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .select((sub) => sumOf<number | null>(sub.ref('invoices.base_due')).as('amount'))

const lastInvoice = (eb: OfClient) =>
  invoices(eb)
    .where('invoices.status', 'not in', ['draft', 'void'])
    .select((sub) => sub.fn.max<string | null>('invoices.issued_on').as('day'))

/** For an invoice or a deposit. Literals instead of parameters, so that the partial index matches. */
const IS_PAYMENT = sql<boolean>`(ledger_entries.payment_id is not null and ledger_entries.amount > 0 and ledger_entries.direction in ('income', 'liability'))`

/** Without payments that were recorded by mistake. */
const lastPayment = (eb: OfClient) =>
  entries(eb)
    .where(IS_PAYMENT)
    .where((sub) => {
      const payment = sub.selectFrom('payments').whereRef('payments.id', '=', 'ledger_entries.payment_id')
      return sub(sub.fn.coalesce(payment.select('payments.reversed'), sub.lit(0)), '=', sub.lit(0))
    })
    .select((sub) => sub.fn.max<string | null>('ledger_entries.occurred_on').as('day'))

/** The computed fields of a client. */
export const clientFacts = (eb: OfClient) =>
  [
    projectCount(eb).as('project_count'),
    activeProjects(eb).as('active_project_count'),
    totalPaid(eb).as('total_paid'),
    outstanding(eb).as('outstanding_amount'),
    lastInvoice(eb).as('last_invoice_on'),
    lastPayment(eb).as('last_payment_on'),
  ] as const

/** Recomputes a client's tally, as its triggers maintain it. */
export const clientTally = (eb: OfClient) =>
  [
    activeProjects(eb).as('active_projects'),
    eb.fn.coalesce(outstanding(eb), eb.lit(0)).as('outstanding'),
    eb.fn.coalesce(lastInvoice(eb), eb.val('')).as('last_invoice_on'),
    eb.fn.coalesce(lastPayment(eb), eb.val('')).as('last_payment_on'),
  ] as const

/** The sort key of each column; the index on names uses the same expression. */
export const CLIENT_KEYS: Record<ClientSort, SortKey> = {
  name: textKey(sql`lower(clients.name)`),
  company: optionalTextKey('clients.company'),
  projects: numberKey(sql.ref('client_tallies.active_projects')),
  outstanding: numberKey(sql.ref('client_tallies.outstanding')),
  invoiced: textKey(sql.ref('client_tallies.last_invoice_on')),
  paid: textKey(sql.ref('client_tallies.last_payment_on')),
}

/** Orders for which the list scans the tallies instead of the clients. */
export const isTallied = (order: ClientSort): boolean => order !== 'name' && order !== 'company'
