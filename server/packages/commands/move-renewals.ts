import type { AgencyId } from '#shared/roles.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import type { PaymentServices } from '../../payments/commands/charge.ts'
import { providerName } from '../../services/payment-provider.ts'
import { subscriptionProvider } from '../../services/subscription-provider.ts'
import { currentSubscription, runningSubscription } from '../queries/subscription.ts'

/** Renews the agency's plan on another saved card from now on; `renewOnCard` tells the provider. */
export async function moveRenewals(
  trx: Trx,
  now: Date,
  agencyId: AgencyId,
  card: { provider_method_id: string; provider_customer_id: string; brand: string; last4: string },
): Promise<void> {
  await trx
    .updateTable('agency_subscriptions')
    .set((eb) => ({
      provider_method_id: card.provider_method_id,
      provider_customer_id: card.provider_customer_id,
      card_brand: card.brand,
      card_last4: card.last4,
      version: eb('version', '+', 1),
      updated_at: toInstant(now),
    }))
    .where('agency_id', '=', agencyId)
    .execute()
}

export async function renewOnCard(
  services: PaymentServices,
  agencyId: AgencyId,
  method: string,
): Promise<void> {
  const running = runningSubscription(
    providerName(services.config),
    await currentSubscription(services.db, agencyId),
  )
  if (running !== null) await subscriptionProvider(services).keepMethod(running.id, method)
}
