import type { MissingRateDto } from '#shared/exchange.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { UserCtx } from '../../core/context.ts'
import { callerDate } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { quoteOn } from './exchange-rates.ts'

/** What the caller's books leave out of their sums, by currency, until its exchange rate is entered. */
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
  const today = callerDate(ctx)
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
