import type { AgencyId } from '#shared/roles.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { subscriptionProvider } from '../../payments/queries/provider.ts'
import { getPlan } from '../queries/plans.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'

/** Tells the provider the terms a running subscription has from its next bill on; others need no telling. */
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
  await subscriptionProvider(ctx.services).setTerms(running.id, terms, ctx.now)
}
