import type { CsvRow } from '../../adapters/csv-stream.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { afterCursor, type Cursor } from '../../core/paging.ts'
import { ledgerOf, type Period } from './ledger.ts'
import { numberOrNull, plainNumber } from './table-layouts.ts'

export const JOURNAL_COLUMNS = [
  'date',
  'direction',
  'category',
  'description',
  'client',
  'project',
  'invoice',
  'currency',
  'amount',
  'net',
  'tax',
  'base_currency',
  'base_amount',
  'base_net',
  'base_tax',
]

const ENTRIES_AT_ONCE = 1000

/** Every movement of the books, the oldest first. */
export async function* journalRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  let after: Cursor | null = null
  for (;;) {
    const rows: Entry[] = await entriesAfter(ctx, period, after).limit(ENTRIES_AT_ONCE).execute()
    yield rows.map((row) => toRow(row, base))
    const last = rows.at(-1)
    if (last === undefined || rows.length < ENTRIES_AT_ONCE) return
    after = { key: last.occurred_at, id: last.id }
  }
}

type Entry = Awaited<ReturnType<ReturnType<typeof entriesAfter>['execute']>>[number]

const entriesAfter = (ctx: AgencyCtx, period: Period, after: Cursor | null) =>
  afterCursor(
    ledgerOf(ctx, period)
      .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
      .leftJoin('projects', 'projects.id', 'ledger_entries.project_id')
      .leftJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
      .selectAll('ledger_entries')
      .select(['clients.name as client_name', 'projects.name as project_name', 'invoices.number']),
    ['ledger_entries.occurred_at', 'ledger_entries.id'],
    after,
    'asc',
  )

const toRow = (row: Entry, base: string): CsvRow => ({
  date: row.occurred_on,
  direction: row.direction,
  category: row.category,
  description: row.description,
  client: row.client_name,
  project: row.project_name,
  invoice: row.number,
  currency: row.currency,
  amount: plainNumber(row.amount, row.currency),
  net: plainNumber(row.amount - row.tax, row.currency),
  tax: plainNumber(row.tax, row.currency),
  base_currency: base,
  base_amount: numberOrNull(row.base_amount, base),
  base_net: numberOrNull(row.base_amount === null ? null : row.base_amount - row.base_tax, base),
  base_tax: numberOrNull(row.base_amount === null ? null : row.base_tax, base),
})
