import type { AgencyCtx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { planPayer } from '../queries/payer.ts'
import { stopCharging } from './cancel.ts'

/**
 * Ends the plan with its period if it renews on this person's card, so that they don't pay for an agency they
 * no longer own. The current owner must choose the plan again with their own card.
 */
export async function endRenewalsPaidBy(ctx: AgencyCtx, userId: string): Promise<void> {
  const { agencyId } = ctx.reach
  if ((await planPayer(ctx))?.userId !== userId) return
  try {
    await stopCharging(ctx, agencyId, 'period_end')
    await forgetCard(ctx)
  } catch (error) {
    ctx.services.log.warn({ err: error, agencyId }, 'the plan still renews on the card of a former owner')
  }
}

/** A plan without a subscription at the provider would be renewed here. */
async function forgetCard(ctx: AgencyCtx): Promise<void> {
  await updateTable(ctx, 'agency_subscriptions')
    .set((eb) => ({
      provider_method_id: null,
      provider_customer_id: null,
      card_brand: null,
      card_last4: null,
      version: eb('version', '+', 1),
      updated_at: toInstant(ctx.now),
    }))
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('provider_subscription_id', 'is', null)
    .execute()
}
