import { plainNumber } from '#shared/base/amounts/money.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor } from '../../../../base/core/rows/paging.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { kindOfPayment, reversesPayment } from '../../queries/standing.ts'
import { entryPages, perPayment } from './entry-pages.ts'

export const PAYMENT_COLUMNS = [
  'date',
  'entry_id',
  'kind',
  'receipt',
  'payer',
  'client',
  'invoice',
  'purpose',
  'method',
  'currency',
  'amount',
  'description',
]

/**
 * Clients' payments and refunds, oldest first, with the id of the first entry of each: a refund is a row of its own on its own day, so
 * that the rows of earlier days never change.
 */
export async function* paymentRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  const pages = entryPages((after, limit) => entriesAfter(ctx, period, after).limit(limit).execute())
  for await (const rows of perPayment(pages)) yield rows.map(toRow)
}

type Entry = Awaited<ReturnType<ReturnType<typeof entriesAfter>['execute']>>[number]

const entriesAfter = (ctx: AgencyCtx, period: Period, after: Cursor | null) =>
  afterCursor(
    ledgerOf(ctx, period)
      .innerJoin('payments', 'payments.id', 'ledger_entries.payment_id')
      .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
      .leftJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
      .select((eb) => [
        'ledger_entries.id',
        'ledger_entries.direction',
        'ledger_entries.payment_id',
        'ledger_entries.invoice_id',
        'ledger_entries.occurred_at',
        'ledger_entries.occurred_on',
        'ledger_entries.recorded_at',
        'ledger_entries.currency',
        'ledger_entries.amount',
        'ledger_entries.base_amount',
        'ledger_entries.tax',
        'ledger_entries.base_tax',
        'ledger_entries.description',
        'payments.receipt_number',
        'payments.payer_name',
        'payments.purpose',
        'payments.method',
        reversesPayment(eb).as('reverses'),
        'clients.name as client_name',
        'invoices.number',
      ])
      .where('ledger_entries.direction', 'in', ['income', 'liability'])
      .where('ledger_entries.expense_id', 'is', null)
      .where('ledger_entries.category', '!=', 'exchange_differences')
      .where('ledger_entries.amount', '!=', 0),
    ['ledger_entries.occurred_at', 'ledger_entries.id'],
    after,
    'asc',
  )

const toRow = (row: Entry): CsvRow => ({
  date: row.occurred_on,
  entry_id: row.id,
  kind: kindOfPayment(row),
  receipt: row.receipt_number,
  payer: row.payer_name,
  client: row.client_name,
  invoice: row.number,
  purpose: row.purpose,
  method: row.method,
  currency: row.currency,
  amount: plainNumber(row.amount, row.currency),
  description: row.description,
})
