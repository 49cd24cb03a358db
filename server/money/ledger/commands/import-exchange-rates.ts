import type { z } from 'zod'
import type { ExchangeRateDto } from '#shared/base/amounts/exchange.ts'
import type { exchangeRatesInput } from '#shared/base/amounts/schemas/exchange.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { listExchangeRates } from '../queries/exchange-rates.ts'

/** Adds exchange rates by day, replacing existing ones. */
export function importExchangeRates(
  ctx: UserCtx,
  input: z.output<typeof exchangeRatesInput>,
): Promise<ExchangeRateDto[]> {
  return transact(ctx, async (tx) => {
    for (const rate of input.rates) {
      await tx.db
        .insertInto('exchange_rates')
        .values(rate)
        .onConflict((clash) =>
          clash.columns(['currency', 'quoted_on']).doUpdateSet({ per_euro: rate.per_euro }),
        )
        .execute()
    }
    await record(tx, 'exchange-rates.imported', { id: 'table', agencyId: null, count: input.rates.length })
    return listExchangeRates(tx)
  })
}
