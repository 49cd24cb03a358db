import { plainNumber } from '#shared/base/amounts/money.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor } from '../../../../base/core/rows/paging.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { lostTax } from '../../queries/net-amount.ts'
import { entryPages } from './entry-pages.ts'
import { numberOrNull } from './table-layouts.ts'

export const JOURNAL_COLUMNS = [
  'entry_id',
  'recorded_at',
  'recorded_by',
  'date',
  'value_date',
  'reverses',
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
  'base_lost_tax',
]

/**
 * All ledger entries, oldest first. They never change: a refund or correction is another row, so that files of the same
 * period only grow.
 */
export async function* journalRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  const pages = entryPages((after, limit) => entriesAfter(ctx, period, after).limit(limit).execute())
  for await (const rows of pages) {
    yield rows.map((row) => toRow(row, base))
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
      .select(['clients.name as client_name', 'projects.name as project_name', 'invoices.number'])
      .select((eb) => lostTax(eb).as('lost_tax')),
    ['ledger_entries.occurred_at', 'ledger_entries.id'],
    after,
    'asc',
  )

const toRow = (row: Entry, base: string): CsvRow => {
  const lost_tax = row.lost_tax ?? 0
  const base_tax = row.base_tax + lost_tax
  return {
    entry_id: row.id,
    // Entries from before this was recorded have neither.
    recorded_at: row.recorded_at,
    recorded_by: row.recorded_name,
    date: row.occurred_on,
    value_date: row.value_on,
    reverses: row.reverses_id,
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
    base_net: numberOrNull(row.base_amount === null ? null : row.base_amount - base_tax, base),
    base_tax: numberOrNull(row.base_amount === null ? null : base_tax, base),
    base_lost_tax: numberOrNull(row.base_amount === null ? null : lost_tax, base),
  }
}
