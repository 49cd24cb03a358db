import type { AgencyCtx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'

/** Whose card the agency's plan renews on, and whether they can still act for it; undefined without a card. */
export async function planPayer(ctx: AgencyCtx): Promise<{ userId: string; ownsAgency: boolean } | undefined> {
  const { agencyId } = ctx.reach
  const payer = await selectFrom(acrossAgencies(ctx), 'agency_subscriptions as plan')
    .innerJoin('payment_customers as customer', (join) =>
      join
        .onRef('customer.provider', '=', 'plan.provider')
        .onRef('customer.provider_customer_id', '=', 'plan.provider_customer_id'),
    )
    .innerJoin('users', 'users.id', 'customer.user_id')
    .leftJoin('profiles', (join) =>
      join
        .onRef('profiles.user_id', '=', 'customer.user_id')
        .onRef('profiles.agency_id', '=', 'plan.agency_id')
        .on('profiles.role', '=', 'agency_admin'),
    )
    .select(['customer.user_id', 'profiles.id as profile', 'users.disabled_at'])
    .where('plan.agency_id', '=', agencyId)
    .executeTakeFirst()
  if (payer === undefined) return undefined
  return { userId: payer.user_id, ownsAgency: payer.profile !== null && payer.disabled_at === null }
}
