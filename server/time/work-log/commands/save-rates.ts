import type { OwnRatesDto } from '#shared/identity/schemas/owners.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { ownerRates } from '../queries/owner-rates.ts'

/** Sets an owner's own rates for future entries. */
export function saveOwnRates(ctx: AgencyCtx, input: OwnRatesDto): Promise<OwnRatesDto> {
  return transact(ctx, async (tx) => {
    const { userId } = tx.actor
    await updateTable(tx, 'profiles')
      .set({
        billing_rate: input.billing_rate,
        cost_rate: input.cost_rate,
        updated_at: toInstant(tx.now),
      })
      .where('user_id', '=', userId)
      .execute()
    await record(tx, 'profile.updated', { id: userId, userId })
    return ownerRates(tx)
  })
}
