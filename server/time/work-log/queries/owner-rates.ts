import type { OwnRatesDto } from '#shared/identity/schemas/owners.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The caller's own billing and cost rate, as entered by an owner. */
export async function ownerRates(ctx: UserCtx): Promise<OwnRatesDto> {
  const rates = await selectFrom(ctx, 'profiles')
    .select(['billing_rate', 'cost_rate'])
    .where('user_id', '=', shownUserId(ctx))
    .executeTakeFirst()
  return rates ?? { billing_rate: null, cost_rate: null }
}
