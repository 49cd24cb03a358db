import type { MissingRateDto } from '#shared/base/amounts/exchange.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { quoteOn } from './exchange-rates.ts'

/** Amounts excluded from totals because of a missing exchange rate, by currency. */
export async function listMissingRates(ctx: UserCtx): Promise<MissingRateDto[]> {
  const { agencyId } = ctx.reach
  const owner = agencyId === null ? 'is' : '='
  const [entries, invoices, base] = await Promise.all([
    selectFrom(ctx, 'ledger_entries')
      .select((eb) => [
        'currency',
        eb.fn.countAll<number>().as('count'),
        eb.fn.min<string>('occurred_on').as('since'),
      ])
      .where('agency_id', owner, agencyId)
      .where('base_amount', 'is', null)
      .groupBy('currency')
      .execute(),
    selectFrom(ctx, 'invoices')
      .select((eb) => [
        'currency',
        eb.fn.countAll<number>().as('count'),
        eb.fn.min<string>('issued_on').as('since'),
      ])
      .where('agency_id', owner, agencyId)
      .where('issuer', '=', agencyId === null ? 'platform' : 'agency')
      .where('booking_rate', 'is', null)
      .where('number', 'is not', null)
      .groupBy('currency')
      .execute(),
    agencyCurrency(ctx, agencyId),
  ])
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  const byCurrency = Map.groupBy([...entries, ...invoices], (row) => row.currency)
  return Promise.all(
    [...byCurrency].map(async ([currency, rows]) => ({
      currency,
      count: rows.reduce((sum, row) => sum + row.count, 0),
      since: rows.map((row) => row.since ?? today).toSorted()[0] ?? today,
      suggestion: (await quoteOn(ctx, currency, base, today))?.rate ?? null,
    })),
  )
}
