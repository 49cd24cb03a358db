import type { AgencyId } from '#shared/base/roles.ts'
import { subscriptionProvider } from '../../../base/adapters/payments/instance-provider.ts'
import { providerName } from '../../../base/adapters/payments/payment-provider.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { getPlan } from '../queries/plans.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'

/** Updates a running subscription's terms at the provider from the next bill on; a no-op for others. */
export async function renewOnTerms(ctx: UserCtx, agencyId: AgencyId, planId: string): Promise<void> {
  const running = runningSubscription(
    providerName(ctx.services.config),
    await currentSubscription(ctx, agencyId),
  )
  if (running === null) return
  const plan = await getPlan(ctx, planId)
  if (plan.status === 'archived') throw notFound('This plan')
  const { id, name, currency, interval } = plan
  const terms = { planId: id, planName: name, price: plan.price ?? 0, currency, interval }
  await subscriptionProvider(ctx.services).setTerms(running.id, terms)
}
