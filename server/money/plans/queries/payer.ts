import type { AgencyId } from '#shared/base/roles.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, InAgency } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { INSTANCE } from '../../payments/rules.ts'

/**
 * The owner of the card that the agency's plan renews on, null if their account was deleted, and whether they still
 * own the agency; undefined without a card.
 */
export async function planPayer(
  ctx: InAgency,
): Promise<{ userId: string | null; name: string | null; ownsAgency: boolean } | undefined> {
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
    .select(['users.id', 'users.disabled_at', 'profiles.role', 'profiles.name'])
    .where('payment_customers.provider', '=', plan.provider)
    .where('payment_customers.account', '=', INSTANCE)
    .where('payment_customers.provider_customer_id', '=', plan.customer)
    .executeTakeFirst()
  if (payer === undefined) return { userId: null, name: null, ownsAgency: false }
  const { id: userId, name } = payer
  return { userId, name, ownsAgency: payer.role !== null && payer.disabled_at === null }
}

/**
 * Throws CONFLICT unless the caller pays for the running plan: another card would be saved for whoever does, and charged
 * after they leave.
 */
export async function requirePayer(ctx: AgencyCtx): Promise<void> {
  const payer = await planPayer(ctx)
  if (payer === undefined || payer.userId === ctx.actor.userId) return
  if (!payer.ownsAgency) throw formerOwnersCard()
  const message = `This plan is charged to ${payer.name}’s card, so only they can change or pay it. To pay it yourself, cancel it and choose it again once it has ended.`
  throw new AppError('CONFLICT', message, { reason: 'other_owner' })
}

export const formerOwnersCard = (): AppError =>
  new AppError(
    'CONFLICT',
    'This plan was paid with a former owner’s card. Choose it again with your own once it has ended.',
    { reason: 'former_owner' },
  )

/** The agencies whose running plan renews on one of this person's cards. */
export async function agenciesPaidBy(ctx: Ctx, userId: string): Promise<AgencyId[]> {
  const plans = await selectFrom(acrossAgencies(ctx), 'agency_subscriptions')
    .innerJoin('payment_customers', (join) =>
      join
        .onRef('payment_customers.provider', '=', 'agency_subscriptions.provider')
        .onRef('payment_customers.provider_customer_id', '=', 'agency_subscriptions.provider_customer_id')
        .on('payment_customers.user_id', '=', userId),
    )
    .select('agency_subscriptions.agency_id')
    .where('payment_customers.account', '=', INSTANCE)
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .execute()
  return plans.map(({ agency_id }) => agency_id)
}
