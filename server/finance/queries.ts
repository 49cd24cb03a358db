import type { z } from 'zod'
import { dateInZone } from '#shared/dates.ts'
import type {
  FinanceFigures,
  FinanceSummaryDto,
  periodInput,
  TransactionDto,
  transactionListInput,
} from '#shared/finance.ts'
import type { Page } from '#shared/paging.ts'
import type { AgencyId } from '#shared/roles.ts'
import { isPlatformAdmin, type Scope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import { containsText } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter } from '../db/scope-guard.ts'
import { outstandingByAge } from '../invoices/queries/open.ts'
import { monthsBetween, previousPeriod, toBreakdown } from './rules.ts'

/** Whose books the caller reads: their agency's, or (null) the platform's. */
export const booksOf = (scope: Scope): AgencyId | null =>
  isPlatformAdmin(scope) ? null : agencyFilter(scope)

/** Income that succeeded between two instants (null is open): one agency's, or for null that of all agencies. */
export async function revenueBetween(
  db: Db,
  agencyId: AgencyId | null,
  from: Date | null,
  to: Date | null,
): Promise<number> {
  const row = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.sum<number | null>('amount').as('amount'))
    .where('direction', '=', 'income')
    .where('agency_id', agencyId === null ? 'is not' : '=', agencyId)
    .$if(from !== null, (query) => query.where('occurred_at', '>=', from?.toISOString() ?? ''))
    .$if(to !== null, (query) => query.where('occurred_at', '<', to?.toISOString() ?? ''))
    .executeTakeFirstOrThrow()
  return row.amount ?? 0
}

/** All-time income of each agency, in minor units. */
export async function revenueByAgency(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['agency_id'])
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .where('direction', '=', 'income')
    .where('agency_id', 'is not', null)
    .groupBy('agency_id')
    .execute()
  return new Map(rows.map((row) => [row.agency_id ?? '', row.amount]))
}

interface Period {
  from: string | null
  to: string | null
}

const ledgerOf = (db: Db, books: AgencyId | null, period: Period) =>
  db
    .selectFrom('ledger_entries')
    .where('ledger_entries.agency_id', books === null ? 'is' : '=', books)
    .$if(period.from !== null, (query) => query.where('ledger_entries.occurred_on', '>=', period.from ?? ''))
    .$if(period.to !== null, (query) => query.where('ledger_entries.occurred_on', '<=', period.to ?? ''))

/** The books of a period with the equally long one before, what is outstanding, and where it came from. */
export async function getSummary(
  db: Db,
  scope: Scope,
  input: z.output<typeof periodInput>,
): Promise<FinanceSummaryDto> {
  const books = booksOf(scope)
  const period: Period = { from: input.from ?? null, to: input.to ?? null }
  const before = previousPeriod(period)
  const agency =
    books === null
      ? undefined
      : await db
          .selectFrom('agencies')
          .select(['currency', 'timezone'])
          .where('id', '=', books)
          .executeTakeFirst()
  const today = dateInZone(scope.now, agency?.timezone ?? 'UTC')
  const [current, previous, outstanding, categories, clients, projects, months] = await Promise.all([
    figuresOf(db, books, period),
    before === null ? null : figuresOf(db, books, before),
    outstandingByAge(db, books, today),
    byCategory(db, books, period),
    byClient(db, books, period),
    byProject(db, books, period),
    byMonth(db, books, period),
  ])
  return {
    currency: agency?.currency ?? 'USD',
    ...period,
    current,
    previous,
    outstanding,
    income_by_category: toBreakdown(categories.filter((row) => row.direction === 'income')),
    income_by_client: toBreakdown(clients),
    income_by_project: toBreakdown(projects),
    expenses_by_category: toBreakdown(categories.filter((row) => row.direction === 'expense')),
    months,
  }
}

async function figuresOf(db: Db, books: AgencyId | null, period: Period): Promise<FinanceFigures> {
  const rows = await ledgerOf(db, books, period)
    .select('direction')
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .groupBy('direction')
    .execute()
  const revenue = rows.find((row) => row.direction === 'income')?.amount ?? 0
  const expenses = rows.find((row) => row.direction === 'expense')?.amount ?? 0
  return { revenue, expenses, net: revenue - expenses }
}

const byCategory = (db: Db, books: AgencyId | null, period: Period) =>
  ledgerOf(db, books, period)
    .select(['direction', 'category as key', 'category as label'])
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .groupBy(['direction', 'category'])
    .execute()

const byClient = (db: Db, books: AgencyId | null, period: Period) =>
  ledgerOf(db, books, period)
    .innerJoin('clients', 'clients.id', 'ledger_entries.client_id')
    .select(['clients.id as key', 'clients.name as label'])
    .select((eb) => eb.fn.sum<number>('ledger_entries.amount').as('amount'))
    .where('ledger_entries.direction', '=', 'income')
    .groupBy(['clients.id', 'clients.name'])
    .execute()

const byProject = (db: Db, books: AgencyId | null, period: Period) =>
  ledgerOf(db, books, period)
    .innerJoin('projects', 'projects.id', 'ledger_entries.project_id')
    .select(['projects.id as key', 'projects.name as label'])
    .select((eb) => eb.fn.sum<number>('ledger_entries.amount').as('amount'))
    .where('ledger_entries.direction', '=', 'income')
    .groupBy(['projects.id', 'projects.name'])
    .execute()

async function byMonth(db: Db, books: AgencyId | null, period: Period): Promise<FinanceSummaryDto['months']> {
  const rows = await ledgerOf(db, books, period)
    .select((eb) => [
      'direction',
      eb.fn<string>('substr', ['occurred_on', eb.lit(1), eb.lit(7)]).as('month'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .groupBy(['direction', 'month'])
    .execute()
  const amountOf = (month: string, direction: string) =>
    rows.find((row) => row.month === month && row.direction === direction)?.amount ?? 0
  return monthsBetween(rows.map((row) => row.month)).map((month) => {
    const revenue = amountOf(month, 'income')
    const expenses = amountOf(month, 'expense')
    return { month, revenue, expenses, net: revenue - expenses }
  })
}

/** Movements of the books, newest first. */
export async function listTransactions(
  db: Db,
  scope: Scope,
  input: z.output<typeof transactionListInput>,
): Promise<Page<TransactionDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await transactionRows(db, scope, input)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('ledger_entries.occurred_at', 'ledger_entries.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.occurred_at, id: row.id }), toTransaction)
}

const MAX_EXPORT = 50_000

/** The same list in full, for the CSV file. */
export async function exportTransactions(
  db: Db,
  scope: Scope,
  input: z.output<typeof transactionListInput>,
): Promise<TransactionDto[]> {
  return (await transactionRows(db, scope, input).limit(MAX_EXPORT).execute()).map(toTransaction)
}

type TransactionRow = Awaited<ReturnType<ReturnType<typeof transactionRows>['execute']>>[number]

function transactionRows(db: Db, scope: Scope, input: z.output<typeof transactionListInput>) {
  return ledgerOf(db, booksOf(scope), { from: input.from ?? null, to: input.to ?? null })
    .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
    .leftJoin('projects', 'projects.id', 'ledger_entries.project_id')
    .select([
      'ledger_entries.id',
      'ledger_entries.occurred_at',
      'ledger_entries.occurred_on',
      'ledger_entries.direction',
      'ledger_entries.category',
      'ledger_entries.description',
      'ledger_entries.amount',
      'ledger_entries.currency',
      'ledger_entries.payment_id',
      'ledger_entries.expense_id',
      'ledger_entries.payout_id',
      'clients.name as client_name',
      'projects.name as project_name',
    ])
    .$if(!!input.flow, (query) => query.where('ledger_entries.direction', '=', input.flow ?? 'income'))
    .$if(!!input.category, (query) => query.where('ledger_entries.category', '=', input.category ?? ''))
    .$if(!!input.client_id, (query) => query.where('ledger_entries.client_id', '=', input.client_id ?? ''))
    .$if(!!input.project_id, (query) => query.where('ledger_entries.project_id', '=', input.project_id ?? ''))
    .$if(input.search !== '', (query) =>
      query.where((eb) =>
        containsText(eb, [eb.ref('ledger_entries.description'), eb.ref('clients.name')], input.search),
      ),
    )
    .orderBy('ledger_entries.occurred_at', 'desc')
    .orderBy('ledger_entries.id', 'desc')
}

const toTransaction = (row: TransactionRow): TransactionDto => ({
  id: row.id,
  date: row.occurred_on,
  direction: row.direction,
  category: row.category,
  description: row.description,
  amount: row.amount,
  currency: row.currency,
  client_name: row.client_name,
  project_name: row.project_name,
  payment_id: row.payment_id,
  expense_id: row.expense_id,
  payout_id: row.payout_id,
})
