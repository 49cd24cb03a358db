import { shiftDate } from '#shared/calendar.ts'
import { dateInZone } from '#shared/dates.ts'
import type { CsvRow } from '../../adapters/csv-stream.ts'
import { startOfDay } from '../../adapters/zone.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { afterCursor, type Cursor } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import type { Period } from './ledger.ts'
import { plainNumber } from './table-layouts.ts'

export const PAYMENT_COLUMNS = [
  'date',
  'receipt',
  'payer',
  'client',
  'invoice',
  'purpose',
  'method',
  'status',
  'currency',
  'amount',
  'refunded',
  'description',
]

const PAYMENTS_AT_ONCE = 1000

/** What clients have paid, with what was given back of it, by the order it was entered in. */
export async function* paymentRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  let after: Cursor | null = null
  for (;;) {
    const rows: Payment[] = await paymentsAfter(ctx, period, after).limit(PAYMENTS_AT_ONCE).execute()
    yield rows.map((row) => toRow(row, ctx.reach.booksZone))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAYMENTS_AT_ONCE) return
    after = { key: last.created_at, id: last.id }
  }
}

type Payment = Awaited<ReturnType<ReturnType<typeof paymentsAfter>['execute']>>[number]

function paymentsAfter(ctx: AgencyCtx, { from, to }: Period, after: Cursor | null) {
  const { agencyId, booksZone } = ctx.reach
  let rows = selectFrom(ctx, 'payments')
    .leftJoin('clients', 'clients.id', 'payments.client_id')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .selectAll('payments')
    .select(['clients.name as client_name', 'invoices.number'])
    .where('payments.agency_id', '=', agencyId)
    .where('payments.status', 'in', ['succeeded', 'refunded'])
  if (from !== null) rows = rows.where('payments.paid_at', '>=', startOfDay(from, booksZone))
  if (to !== null) rows = rows.where('payments.paid_at', '<', startOfDay(shiftDate(to, 1), booksZone))
  return afterCursor(rows, ['payments.created_at', 'payments.id'], after, 'asc')
}

const toRow = (row: Payment, zone: string): CsvRow => ({
  date: dateInZone(new Date(row.paid_at ?? row.created_at), zone),
  receipt: row.receipt_number,
  payer: row.payer_name,
  client: row.client_name,
  invoice: row.number,
  purpose: row.purpose,
  method: row.method,
  status: row.status,
  currency: row.currency,
  amount: plainNumber(row.amount, row.currency),
  refunded: plainNumber(row.refunded, row.currency),
  description: row.description,
})
