import { plainNumber } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { afterCursor, type Cursor, pagesOf } from '../../../../base/core/rows/paging.ts'
import type { Period } from '../../queries/ledger.ts'
import { movementsOf, payoutsOf } from '../../queries/provider-payouts.ts'
import { numberOrNull } from './table-layouts.ts'

export const PAYOUT_COLUMNS = [
  'payout',
  'arrives_on',
  'status',
  'payout_amount',
  'date',
  'kind',
  'description',
  'client',
  'invoice',
  'receipt',
  'currency',
  'gross',
  'fee',
  'platform_fee',
  'net',
  'charged_currency',
  'charged_amount',
  'exchange_rate',
]

const PAYOUTS_AT_ONCE = 100

/** One row per movement of each payout, by arrival date; payouts without details have a single row. */
export async function* payoutRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  const pages = pagesOf(
    (after, limit) => payoutsAfter(ctx, period, after).limit(limit).execute(),
    ({ arrives_on, id }) => [arrives_on, id],
    PAYOUTS_AT_ONCE,
  )
  for await (const payouts of pages) for (const payout of payouts) yield await rowsOf(ctx, payout)
}

type Payout = Awaited<ReturnType<ReturnType<typeof payoutsAfter>['execute']>>[number]

const payoutsAfter = (ctx: AgencyCtx, period: Period, after: Cursor | null) =>
  afterCursor(
    payoutsOf(ctx, period).selectAll('provider_payouts'),
    ['provider_payouts.arrives_on', 'provider_payouts.id'],
    after,
    'asc',
  )

async function rowsOf(ctx: AgencyCtx, payout: Payout): Promise<CsvRow[]> {
  const { currency } = payout
  const head = {
    payout: payout.provider_payout_id,
    arrives_on: payout.arrives_on,
    status: payout.status,
    payout_amount: plainNumber(payout.amount, currency),
    currency,
  }
  const movements = await movementsOf(ctx)
    .where('balance_movements.payout_id', '=', payout.id)
    .orderBy('balance_movements.occurred_at')
    .orderBy('balance_movements.id')
    .execute()
  if (movements.length === 0) return [head]
  return movements.map((row) => ({
    ...head,
    date: dateInZone(new Date(row.occurred_at), ctx.reach.booksZone),
    kind: row.kind,
    description: row.payment_description ?? row.description,
    client: row.client_name,
    invoice: row.invoice_number,
    receipt: row.receipt_number,
    gross: plainNumber(row.amount, currency),
    fee: plainNumber(row.fee, currency),
    platform_fee: plainNumber(row.platform_fee, currency),
    net: plainNumber(row.net, currency),
    charged_currency: row.charged_currency,
    charged_amount: numberOrNull(row.charged_amount, row.charged_currency ?? currency),
    exchange_rate: row.exchange_rate,
  }))
}
