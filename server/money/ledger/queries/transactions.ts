import type { ExpressionBuilder } from 'kysely'
import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { TransactionDto } from '#shared/money/ledger/finance.ts'
import type { transactionListInput } from '#shared/money/ledger/schemas/finance.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import {
  afterCursor,
  type Cursor,
  decodeCursor,
  readInPages,
  toPage,
  whereSet,
} from '../../../base/core/rows/paging.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { clientsNamed } from '../../../people/clients/queries/named.ts'
import { ledgerOf } from './ledger.ts'
import { lostTax } from './net-amount.ts'
import { isListed } from './standing.ts'

/** Ledger entries, newest first. */
export async function listTransactions(
  ctx: UserCtx,
  input: z.output<typeof transactionListInput>,
): Promise<Page<TransactionDto>> {
  const named = await clientsNamed(ctx, input.search)
  const rows = await transactionRows(ctx, { ...input, named }, decodeCursor(input.cursor))
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, cursorOf, toTransaction)
}

const cursorOf = (row: TransactionRow): Cursor => [row.occurred_at, row.id]

const MAX_EXPORT = 50_000

/** The same list in full, for the CSV file. */
export async function exportTransactions(
  ctx: UserCtx,
  input: z.output<typeof transactionListInput>,
): Promise<TransactionDto[]> {
  const named = await clientsNamed(ctx, input.search)
  const rows = await readInPages(
    MAX_EXPORT,
    (after, limit) =>
      transactionRows(ctx, { ...input, named }, after)
        .limit(limit)
        .execute(),
    cursorOf,
  )
  return rows.map(toTransaction)
}

type TransactionRow = Awaited<ReturnType<ReturnType<typeof transactionRows>['execute']>>[number]

interface TransactionFilter extends z.output<typeof transactionListInput> {
  /** Clients whose names may contain the text; null if any may. */
  named: string[] | null
}

function transactionRows(ctx: UserCtx, input: TransactionFilter, after: Cursor | null) {
  let rows = ledgerOf(ctx, { from: input.from ?? null, to: input.to ?? null })
    .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
    .leftJoin('projects', 'projects.id', 'ledger_entries.project_id')
    .leftJoin('expenses', 'expenses.id', 'ledger_entries.expense_id')
    .select([
      'ledger_entries.id',
      'ledger_entries.occurred_at',
      'ledger_entries.occurred_on',
      'ledger_entries.direction',
      'ledger_entries.category',
      'ledger_entries.description',
      'ledger_entries.amount',
      'ledger_entries.currency',
      'ledger_entries.base_amount',
      'ledger_entries.tax',
      'ledger_entries.base_tax',
      'ledger_entries.payment_id',
      'ledger_entries.expense_id',
      'ledger_entries.payout_id',
      'clients.name as client_name',
      'projects.name as project_name',
      'expenses.tax_amount',
      'expenses.rebillable',
      'expenses.refund',
      'expenses.invoice_id',
    ])
    .select((eb) => lostTax(eb).as('lost_tax'))
    .where(isListed)
  rows = whereSet(rows, 'ledger_entries.direction', input.flow)
  rows = whereSet(rows, 'ledger_entries.category', input.category)
  rows = whereSet(rows, 'ledger_entries.client_id', input.client_id)
  rows = whereSet(rows, 'ledger_entries.project_id', input.project_id)
  if (input.search !== '') {
    // With few matching clients, filter entries before joining.
    rows = rows.where((eb) =>
      eb.or([containsText(eb, [eb.ref('ledger_entries.description')], input.search), ofNamed(eb, input)]),
    )
  }
  return afterCursor(rows, ['ledger_entries.occurred_at', 'ledger_entries.id'], after)
}

function ofNamed(eb: ExpressionBuilder<Schema, 'ledger_entries' | 'clients'>, input: TransactionFilter) {
  const isNamed = containsText(eb, [eb.ref('clients.name')], input.search)
  if (input.named === null) return isNamed
  return input.named.length === 0
    ? eb.lit(false)
    : eb.and([eb('ledger_entries.client_id', 'in', input.named), isNamed])
}

const toTransaction = (row: TransactionRow): TransactionDto => ({
  id: row.id,
  date: row.occurred_on,
  direction: row.direction,
  category: row.category,
  description: row.description,
  amount: row.amount,
  currency: row.currency,
  base_amount: row.base_amount,
  tax: row.tax,
  base_tax: row.base_tax + (row.lost_tax ?? 0),
  client_name: row.client_name,
  project_name: row.project_name,
  payment_id: row.payment_id,
  expense_id: row.expense_id,
  payout_id: row.payout_id,
  tax_included: row.refund === 1 ? row.tax_amount && -row.tax_amount : row.tax_amount,
  billing: row.invoice_id !== null ? 'billed' : row.rebillable === 1 ? 'unbilled' : null,
})
