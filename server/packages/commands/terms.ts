import type { AgencyId } from '#shared/roles.ts'
import type { Scope } from '../../auth/scope.ts'
import { notFound } from '../../errors.ts'
import type { PaymentServices } from '../../payments/commands/charge.ts'
import { providerName } from '../../services/payment-provider.ts'
import { subscriptionProvider } from '../../services/subscription-provider.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'
import { getPlan } from '../queries.ts'

/** Tells the provider the terms a running subscription has from its next bill on; others need no telling. */
export async function renewOnTerms(
  services: PaymentServices,
  scope: Scope,
  agencyId: AgencyId,
  planId: string,
): Promise<void> {
  const running = runningSubscription(
    providerName(services.config),
    await currentSubscription(services.db, agencyId),
  )
  if (running === null) return
  const plan = await getPlan(services.db, planId)
  if (plan.status === 'archived') throw notFound('This plan')
  const { id, name, currency, interval } = plan
  const terms = { planId: id, planName: name, price: plan.price ?? 0, currency, interval }
  await subscriptionProvider(services).setTerms(running.id, terms, scope.now)
}
