import type { ExpressionBuilder } from 'kysely'
import { convert } from '#shared/base/amounts/exchange.ts'
import type { Money } from '#shared/base/amounts/money.ts'
import { dateInZone, PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { bySpan, spanOf } from '../../../base/db/engines/spans.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { quoteOn } from './exchange-rates.ts'
import type { Period } from './ledger.ts'

function income(ctx: Ctx, { from, to }: Period) {
  let days = selectFrom(ctx, 'book_tallies').where('book_tallies.direction', '=', 'income')
  if (from !== null) days = days.where('book_tallies.occurred_on', '>=', from)
  if (to !== null) days = days.where('book_tallies.occurred_on', '<=', to)
  return days
}

const net = (eb: ExpressionBuilder<Schema, 'book_tallies'>) =>
  eb.parens(eb('book_tallies.base_amount', '-', eb.ref('book_tallies.base_tax')))

/** One agency's income net of tax, in its base currency. */
export async function revenueOf(ctx: Ctx, agencyId: AgencyId | null, period: Period): Promise<number> {
  if (agencyId === null) return 0
  const { amount } = await income(ctx, period)
    .select((eb) => sumOf<number | null>(net(eb)).as('amount'))
    .where('agency_id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return amount ?? 0
}

export interface TotalRevenue {
  /** In the platform's currency, at current rates. */
  amount: number
  currency: string
  /** Amounts that couldn't be converted. */
  others: Money[]
}

/** The income of all agencies, net of tax. */
export async function revenueOfAll(ctx: Ctx, period: Period): Promise<TotalRevenue> {
  const currency = await agencyCurrency(ctx, null)
  const rows = await income(ctx, period)
    .innerJoin('agencies', 'agencies.id', 'book_tallies.agency_id')
    .select((eb) => ['agencies.currency', sumOf<number | null>(net(eb)).as('amount')])
    .groupBy('agencies.currency')
    .execute()
  const total: TotalRevenue = { amount: 0, currency, others: [] }
  for (const row of rows) {
    const amount = row.amount ?? 0
    const quote = await quoteOn(ctx, row.currency, currency, dateInZone(ctx.now, PLATFORM_ZONE))
    if (quote !== null) total.amount += convert(amount, row.currency, currency, quote.rate)
    else if (amount !== 0) total.others.push({ amount, currency: row.currency })
  }
  return total
}

/** The same for consecutive spans, given by their first days, excluding amounts that couldn't be converted. */
export async function revenueOfAllBySpan(
  ctx: Ctx,
  { starts, to }: { starts: string[]; to: string },
): Promise<number[]> {
  const currency = await agencyCurrency(ctx, null)
  const rows = await income(ctx, { from: starts[0] ?? to, to })
    .innerJoin('agencies', 'agencies.id', 'book_tallies.agency_id')
    .select((eb) => [
      'agencies.currency',
      spanOf(eb.ref('book_tallies.occurred_on'), starts).as('span'),
      sumOf<number | null>(net(eb)).as('amount'),
    ])
    .groupBy(['agencies.currency', 'span'])
    .execute()
  const totals = starts.map(() => 0)
  for (const [from, ofCurrency] of Map.groupBy(rows, (row) => row.currency)) {
    const quote = await quoteOn(ctx, from, currency, dateInZone(ctx.now, PLATFORM_ZONE))
    if (quote === null) continue
    for (const [span, amount] of bySpan(ofCurrency, starts).entries()) {
      totals[span] = (totals[span] ?? 0) + convert(amount, from, currency, quote.rate)
    }
  }
  return totals
}
