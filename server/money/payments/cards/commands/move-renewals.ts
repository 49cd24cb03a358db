import { subscriptionProvider } from '../../../../base/adapters/payments/instance-provider.ts'
import { providerName } from '../../../../base/adapters/payments/payment-provider.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { updateTable } from '../../../../base/core/rows/rows.ts'
import { toInstant } from '../../../../base/db/values.ts'
import type { renewingMethods } from '../queries/cards.ts'

type Renewal = Awaited<ReturnType<typeof renewingMethods>>[number]

/** Switches the agency's renewals to another saved card; `renewOnCard` updates the provider. */
export async function moveRenewals(
  tx: Tx,
  plan: Renewal,
  card: { provider_method_id: string; provider_customer_id: string; brand: string; last4: string },
): Promise<void> {
  await updateTable(inAgency(tx, { agencyId: plan.agency_id }), 'agency_subscriptions')
    .set((eb) => ({
      provider_method_id: card.provider_method_id,
      provider_customer_id: card.provider_customer_id,
      card_brand: card.brand,
      card_last4: card.last4,
      version: eb('version', '+', 1),
      updated_at: toInstant(tx.now),
    }))
    .where('agency_id', '=', plan.agency_id)
    .execute()
}

export async function renewOnCard(ctx: Ctx, plan: Renewal, method: string): Promise<void> {
  const { provider, provider_subscription_id: id } = plan
  if (id === null || provider !== providerName(ctx.services.config)) return
  await subscriptionProvider(ctx.services).keepMethod(id, method)
}
