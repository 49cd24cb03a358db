import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { EXPENSE_CATEGORIES } from '#shared/money/ledger/finance.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { allKeyed } from '../../../base/core/parallel.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { IS_OPEN, IS_WRITTEN_OFF, OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { inBase } from '../../invoices/queries/booking.ts'
import { amountDue } from '../../invoices/rules.ts'
import {
  bare,
  type Candidates,
  type Habit,
  type OpenInvoice,
  partyKey,
  withoutOwnNumber,
} from '../rules/parties.ts'
import { matched } from './matched.ts'
import { refundablePayments, unlinkedRefunds } from './refunds.ts'
import { listBankRules } from './rules.ts'

/** The maximum of each kind that suggestions consider, newest or most urgent first. */
const MOST = 5000
/** How many days back existing entries in the books are considered. */
const BACK_DAYS = 400

/** Everything that the agency's lines can be settled with. */
export async function getCandidates(ctx: AgencyCtx): Promise<Candidates> {
  const since = shiftDate(dateInZone(ctx.now, ctx.reach.booksZone), -BACK_DAYS)
  const accounts = await accountsOf(ctx)
  const found = await allKeyed({
    base: agencyCurrency(ctx, ctx.reach.agencyId),
    invoices: openInvoices(ctx),
    settled: settledInvoices(ctx, since),
    clients: clientsOf(ctx),
    payers: payersOf(ctx, accounts),
    payments: unlinkedPayments(ctx, since),
    refunds: unlinkedRefunds(ctx, since),
    refundable: refundablePayments(ctx, since),
    expenses: unlinkedExpenses(ctx, since),
    payouts: unlinkedPayouts(ctx, since),
    providerPayouts: unlinkedProviderPayouts(ctx, since),
    transfers: openTransfers(ctx, since),
    rules: listBankRules(ctx),
    habits: habitsOf(ctx, accounts),
  })
  return { ...found, accounts }
}

/** The agency's invoices with what can be paid now: the open ones, most urgent first, then those written off. */
export async function openInvoices(ctx: AgencyCtx): Promise<OpenInvoice[]> {
  const payable = (which: typeof IS_OPEN) =>
    selectFrom(ctx, 'invoices')
      .innerJoin('clients', 'clients.id', 'invoices.client_id')
      .select([
        'invoices.id',
        'invoices.number',
        'clients.id as client_id',
        'clients.name as client_name',
        'invoices.currency',
        'invoices.booking_rate',
        'invoices.due_on',
        ...OWED_COLUMNS,
      ])
      .where('invoices.agency_id', '=', ctx.reach.agencyId)
      .where(which)
      .orderBy('invoices.due_on')
      .orderBy('invoices.id')
      .limit(MOST)
      .execute()
  const [open, writtenOff, pending] = await Promise.all([
    payable(IS_OPEN),
    payable(IS_WRITTEN_OFF),
    selectFrom(ctx, 'payments')
      .select(['invoice_id', 'amount'])
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('status', '=', 'pending')
      .where('invoice_id', 'is not', null)
      .execute(),
  ])
  const underWay = new Map<string, number>()
  for (const { invoice_id, amount } of pending) {
    underWay.set(invoice_id ?? '', (underWay.get(invoice_id ?? '') ?? 0) + amount)
  }
  const isLost = new Set(writtenOff.map(({ id }) => id))
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  const withPayable = [...open, ...writtenOff].map((row) => {
    const owed = isLost.has(row.id) ? row.amount_written_off : amountDue(row)
    return { ...row, payable: owed - (underWay.get(row.id) ?? 0) }
  })
  return withPayable.map((row) => ({
    id: row.id,
    number: row.number ?? '',
    client_id: row.client_id,
    client_name: row.client_name,
    currency: row.currency,
    due_on: row.due_on,
    payable: row.payable,
    base_payable: inBase(base, row, row.payable),
    written_off: isLost.has(row.id),
  }))
}

/** Invoices that are no longer open: a line that names one of them doesn't pay another. */
async function settledInvoices(ctx: AgencyCtx, since: string): Promise<Candidates['settled']> {
  const rows = await selectFrom(ctx, 'invoices')
    .select(['number', 'status'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('kind', '=', 'invoice')
    .where('status', 'in', ['paid', 'void'])
    .where('number', 'is not', null)
    .where((eb) => eb.or([eb('issued_on', '>=', since), eb('paid_at', '>=', since)]))
    .orderBy('issued_on', 'desc')
    .limit(MOST)
    .execute()
  return rows.flatMap(({ number, status }) =>
    number !== null && (status === 'paid' || status === 'void')
      ? [{ number, bare: bare(number), status }]
      : [],
  )
}

const clientsOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'clients')
    .select(['id', 'name', 'company'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .limit(MOST)
    .execute()

/** Clients by the accounts they have paid from; an account used by more than one identifies nobody. */
async function payersOf(ctx: AgencyCtx, accounts: Candidates['accounts']): Promise<Map<string, string>> {
  const rows = await selectFrom(ctx, 'bank_matches')
    .innerJoin('bank_lines', 'bank_lines.id', 'bank_matches.line_id')
    .select(['bank_lines.account_id', 'bank_lines.party_iban', 'bank_matches.client_id'])
    .distinct()
    .where('bank_matches.agency_id', '=', ctx.reach.agencyId)
    .where('bank_lines.party_iban', '<>', '')
    .where('bank_lines.amount', '>', 0)
    .where('bank_matches.client_id', 'is not', null)
    .limit(MOST)
    .execute()
  const foreign = rows
    .map((row) => withoutOwnNumber(row, accounts))
    .filter(({ party_iban }) => party_iban !== '')
  const clients = Map.groupBy(foreign, ({ party_iban }) => party_iban)
  return new Map(
    [...clients].flatMap(([iban, [first, ...others]]) =>
      first?.client_id != null && others.every(({ client_id }) => client_id === first.client_id)
        ? [[iban, first.client_id] as const]
        : [],
    ),
  )
}

/** Bank transfers that were announced or entered by hand, and that no line has settled. */
export async function unlinkedPayments(ctx: AgencyCtx, since: string) {
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  const rows = await selectFrom(ctx, 'payments')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select([
      'payments.id',
      'payments.amount',
      'payments.currency',
      'payments.client_id',
      'payments.payer_name as client_name',
      'payments.description',
      'payments.status',
      'payments.paid_at',
      'payments.created_at',
      'invoices.number',
      'invoices.booking_rate',
    ])
    .where('payments.agency_id', '=', ctx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payments.method', '!=', 'cash')
    .where('payments.status', 'in', ['pending', 'succeeded'])
    .where('payments.created_at', '>=', since)
    .where('payments.id', 'not in', matched(ctx, 'payment_id'))
    .orderBy('payments.created_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ status, paid_at, created_at, ...row }) => ({
    ...row,
    base_amount: inBase(base, row, row.amount),
    pending: status === 'pending',
    day: dateInZone(new Date(paid_at ?? created_at), ctx.reach.booksZone),
  }))
}

/** Expenses entered by hand that no line has settled. */
export const unlinkedExpenses = (ctx: AgencyCtx, since: string) =>
  selectFrom(ctx, 'expenses')
    .select(['id', 'amount', 'currency', 'category', 'refund', 'vendor', 'description', 'spent_on'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('reversed_on', 'is', null)
    .where('spent_on', '>=', since)
    .where('id', 'not in', matched(ctx, 'expense_id'))
    .orderBy('spent_on', 'desc')
    .limit(MOST)
    .execute()

/** Payouts to contributors that no line has settled. */
export async function unlinkedPayouts(ctx: AgencyCtx, since: string) {
  const rows = await selectFrom(ctx, 'payouts')
    .innerJoin('employees', 'employees.id', 'payouts.employee_id')
    .select([
      'payouts.id',
      'payouts.amount',
      'payouts.currency',
      'employees.name as employee_name',
      'payouts.description',
      'payouts.status',
      'payouts.reopened_on',
    ])
    .where('payouts.agency_id', '=', ctx.reach.agencyId)
    .where('payouts.created_at', '>=', since)
    .where('payouts.id', 'not in', matched(ctx, 'payout_id'))
    .orderBy('payouts.created_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, pending: status === 'pending' }))
}

/** The provider's payouts that should be on the account. */
export const unlinkedProviderPayouts = (ctx: AgencyCtx, since: string) =>
  selectFrom(ctx, 'provider_payouts')
    .select(['id', 'amount', 'currency', 'provider_payout_id as reference', 'arrives_on'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('status', 'not in', ['failed', 'canceled'])
    .where('arrives_on', '>=', since)
    .where('id', 'not in', matched(ctx, 'provider_payout_id'))
    .orderBy('arrives_on', 'desc')
    .limit(MOST)
    .execute()

const openTransfers = (ctx: AgencyCtx, since: string) =>
  selectFrom(ctx, 'bank_lines')
    .select(['id', 'account_id', 'amount', 'currency', 'booked_on'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('status', '=', 'open')
    .where('booked_on', '>=', since)
    .orderBy('booked_on', 'desc')
    .limit(MOST)
    .execute()

const accountsOf = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'bank_accounts')
    .select(['id', 'name', 'number', 'currency'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .execute()

/** The last expense by payee. */
async function habitsOf(ctx: AgencyCtx, accounts: Candidates['accounts']): Promise<Map<string, Habit>> {
  const rows = await selectFrom(ctx, 'bank_matches')
    .innerJoin('bank_lines', 'bank_lines.id', 'bank_matches.line_id')
    .innerJoin('expenses', 'expenses.id', 'bank_matches.expense_id')
    .select(['bank_lines.account_id', 'bank_lines.party_iban', 'bank_lines.party_name'])
    .select(['expenses.category', 'expenses.amount', 'expenses.tax_amount', 'expenses.tax_bps'])
    .select(['expenses.treatment', 'expenses.supplier_country', 'expenses.owed_bps'])
    .select('expenses.deductible_bps')
    .where('bank_matches.agency_id', '=', ctx.reach.agencyId)
    .where('bank_lines.amount', '<', 0)
    .orderBy('bank_lines.booked_on', 'desc')
    .limit(MOST)
    .execute()
  const habits = new Map<string, Habit>()
  for (const row of rows) {
    const category = EXPENSE_CATEGORIES.find((name) => name === row.category)
    const key = partyKey(withoutOwnNumber(row, accounts))
    if (category !== undefined && key !== '' && !habits.has(key)) {
      const { amount, tax_amount, tax_bps, supplier_country, owed_bps } = row
      habits.set(key, {
        ...{ category, amount, tax_amount, tax_bps, supplier_country, owed_bps },
        treatment: row.treatment ?? 'taxed',
        deductible_bps: row.deductible_bps ?? DEDUCTIBLE,
      })
    }
  }
  return habits
}
