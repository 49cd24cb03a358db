import type { InAgency } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { INSTANCE } from '../../payments/rules.ts'

/**
 * The owner of the card that the agency's plan renews on, and whether they still own the agency; undefined
 * without a card.
 */
export async function planPayer(ctx: InAgency): Promise<{ userId: string; ownsAgency: boolean } | undefined> {
  const { agencyId } = ctx.reach
  const plan = await selectFrom(ctx, 'agency_subscriptions')
    .select(['provider', 'provider_customer_id as customer'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (!plan?.provider || !plan.customer) return undefined
  const payer = await selectFrom(acrossAgencies(ctx), 'payment_customers')
    .innerJoin('users', 'users.id', 'payment_customers.user_id')
    .leftJoin('profiles', (join) =>
      join
        .onRef('profiles.user_id', '=', 'payment_customers.user_id')
        .on('profiles.agency_id', '=', agencyId)
        .on('profiles.role', '=', 'agency_admin'),
    )
    .select(['users.id', 'users.disabled_at', 'profiles.role'])
    .where('payment_customers.provider', '=', plan.provider)
    .where('payment_customers.account', '=', INSTANCE)
    .where('payment_customers.provider_customer_id', '=', plan.customer)
    .executeTakeFirst()
  if (payer === undefined) return undefined
  return { userId: payer.id, ownsAgency: payer.role !== null && payer.disabled_at === null }
}
