import { crossRate, type ExchangeRateDto } from '#shared/base/amounts/exchange.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { Ctx } from '../../../base/core/context.ts'

/** Rates aren't published on weekends and holidays; older ones are considered outdated. */
const GOOD_FOR_DAYS = 14

export interface Quote {
  rate: string
  quotedOn: string
}

/** The exchange rate between two currencies on a day, from the administrator's table; null if missing. */
export async function quoteOn(ctx: Ctx, from: string, to: string, day: string): Promise<Quote | null> {
  if (from === to) return { rate: '1', quotedOn: day }
  const [perEuroFrom, perEuroTo] = await Promise.all([perEuro(ctx, from, day), perEuro(ctx, to, day)])
  if (perEuroFrom === null || perEuroTo === null) return null
  return {
    rate: crossRate(perEuroFrom.rate, perEuroTo.rate),
    quotedOn: perEuroFrom.quotedOn < perEuroTo.quotedOn ? perEuroFrom.quotedOn : perEuroTo.quotedOn,
  }
}

async function perEuro(ctx: Ctx, currency: string, day: string): Promise<Quote | null> {
  if (currency === 'EUR') return { rate: '1', quotedOn: day }
  const row = await ctx.db
    .selectFrom('exchange_rates')
    .select(['per_euro', 'quoted_on'])
    .where('currency', '=', currency)
    .where('quoted_on', '<=', day)
    .where('quoted_on', '>=', shiftDate(day, -GOOD_FOR_DAYS))
    .orderBy('quoted_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { rate: row.per_euro, quotedOn: row.quoted_on }
}

/** The latest rate of each currency. */
export async function listExchangeRates(ctx: Ctx): Promise<ExchangeRateDto[]> {
  return ctx.db
    .selectFrom('exchange_rates as newest')
    .select(['currency', 'per_euro', 'quoted_on'])
    .where('quoted_on', '=', (eb) =>
      eb
        .selectFrom('exchange_rates')
        .select((sub) => sub.fn.max('quoted_on').as('quoted_on'))
        .whereRef('exchange_rates.currency', '=', 'newest.currency'),
    )
    .orderBy('currency')
    .execute()
}
