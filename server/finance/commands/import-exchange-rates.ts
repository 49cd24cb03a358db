import type { z } from 'zod'
import type { ExchangeRateDto, exchangeRatesInput } from '#shared/exchange.ts'
import type { UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { listExchangeRates } from '../queries/exchange-rates.ts'

/** Adds days to the table of rates; a day given again replaces what stood there. */
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
