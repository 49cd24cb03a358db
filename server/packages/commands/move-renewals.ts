import type { AgencyId } from '#shared/roles.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'

/** Renews the agency's plan on another saved card from now on. */
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
