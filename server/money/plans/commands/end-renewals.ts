import type { AgencyId } from '#shared/base/roles.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { providerName } from '../../../base/adapters/payments/payment-provider.ts'
import type { Ctx, InAgency, Tx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { fromFlag, toFlag, toInstant } from '../../../base/db/values.ts'
import { agenciesPaidBy, planPayer } from '../queries/payer.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'
import { stopCharging } from './cancel.ts'
import { syncSubscription } from './sync.ts'

/**
 * Records that the plan must not renew on this person's card, so that they don't pay for an agency they no longer
 * own, and ends it with its period after the commit. The current owner must choose it again with their own card.
 */
export async function leavePlan(tx: Tx<InAgency>, userId: string): Promise<void> {
  if ((await planPayer(tx))?.userId !== userId) return
  const { agencyId } = tx.reach
  await updateTable(tx, 'agency_subscriptions')
    .set({ leaving_payer_id: userId })
    .where('agency_id', '=', agencyId)
    .execute()
}

/** The same at once, without waiting for the job; errors are left to it. */
export async function endLeftPlanNow(ctx: InAgency): Promise<void> {
  try {
    await endLeftPlan(ctx)
  } catch (error) {
    const { agencyId } = ctx.reach
    ctx.services.log.warn({ err: error, agencyId }, 'the plan still renews on the card of a former owner')
  }
}

/** Ends the plan with its period if it renews on a former owner's card. */
export async function endLeftPlan(ctx: InAgency): Promise<void> {
  const { agencyId } = ctx.reach
  const leaving = (await currentSubscription(ctx, agencyId))?.leaving_payer_id ?? null
  if (leaving === null) return
  if ((await planPayer(ctx))?.userId === leaving) await endRenewals(ctx)
  await updateTable(ctx, 'agency_subscriptions')
    .set({ leaving_payer_id: null })
    .where('agency_id', '=', agencyId)
    .where('leaving_payer_id', '=', leaving)
    .execute()
}

/**
 * Ends all plans on this person's cards with their period, before their account is deleted. The provider would end them
 * at once with its customer.
 */
export async function endPlansPaidBy(ctx: Ctx, userId: string): Promise<void> {
  for (const agencyId of await agenciesPaidBy(ctx, userId)) await endRenewals(inAgency(ctx, { agencyId }))
}

async function endRenewals(ctx: InAgency): Promise<void> {
  const { agencyId } = ctx.reach
  await stopCharging(ctx, agencyId, 'period_end')
  await setEndedBySuspension(ctx, agencyId, false)
  await forgetCard(ctx)
}

/** A plan without a subscription at the provider would be renewed here. */
async function forgetCard(ctx: InAgency): Promise<void> {
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

/** Ends a suspended agency's plan with its period, unless it ends then anyway. */
export async function pauseCharging(ctx: Ctx, agencyId: AgencyId): Promise<void> {
  const current = await currentSubscription(ctx, agencyId)
  const running = runningSubscription(providerName(ctx.services.config), current)
  if (running === null || running.endsWithPeriod) return
  // Before the call, whose response may be lost.
  await setEndedBySuspension(ctx, agencyId, true)
  await stopCharging(ctx, agencyId, 'period_end')
}

/** Undoes that once the agency has access again; a plan that has ended by then must be chosen again. */
export async function resumeCharging(ctx: Ctx, agencyId: AgencyId): Promise<void> {
  const current = await currentSubscription(ctx, agencyId)
  if (current === undefined || !fromFlag(current.ended_by_suspension)) return
  const running = runningSubscription(providerName(ctx.services.config), current)
  if (running !== null) {
    await subscriptionProvider(ctx.services).cancel(running.id, 'never')
    await syncSubscription(ctx, running.id)
  }
  await setEndedBySuspension(ctx, agencyId, false)
}

async function setEndedBySuspension(ctx: Ctx, agencyId: AgencyId, ended: boolean): Promise<void> {
  await updateTable(ctx, 'agency_subscriptions')
    .set({ ended_by_suspension: toFlag(ended) })
    .where('agency_id', '=', agencyId)
    .execute()
}
