import { dateInZone } from '#shared/base/dates.ts'
import type { SavedCardDto } from '#shared/money/payments/payments.ts'
import type { PaymentProvider } from '../../../../base/adapters/payments/payment-provider.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { payerAccount, takesCards } from '../../accounts/queries/accounts.ts'
import { providerOf } from '../../accounts/queries/provider.ts'
import { type CardOwner, hasExpired } from '../../rules.ts'

/** The caller at the account they pay; throws CONFLICT with an explanation if it doesn't accept cards. */
export async function payer(ctx: UserCtx): Promise<{ owner: CardOwner; provider: PaymentProvider }> {
  const account = await payerAccount(ctx)
  const provider = await providerOf(ctx, account)
  return { provider, owner: { userId: ctx.actor.userId, provider: provider.name, account: account ?? '' } }
}

/** The caller's saved cards at the account they pay, default first, then newest; empty without an account. */
export async function listCards(ctx: UserCtx): Promise<SavedCardDto[]> {
  if (!takesCards(ctx, await payerAccount(ctx))) return []
  const { owner } = await payer(ctx)
  const rows = await cardsOf(ctx, owner).execute()
  const renewing = await renewingMethods(ctx, ctx.actor.userId)
  const today = dateInZone(ctx.now, 'UTC')
  return rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    last4: row.last4,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    expired: hasExpired(row, today),
    is_default: fromFlag(row.is_default),
    renews_plan: renewing.some((plan) => plan.provider_method_id === row.provider_method_id),
  }))
}

/** One card with the provider's ids; throws NOT_FOUND otherwise. */
export async function savedCard(ctx: Ctx, owner: CardOwner, id: string) {
  const card = await cardsOf(ctx, owner).where('saved_cards.id', '=', id).executeTakeFirst()
  if (card === undefined) throw notFound('This card')
  return card
}

export const cardsOf = (ctx: Ctx, owner: CardOwner) =>
  selectFrom(ctx, 'saved_cards')
    .innerJoin('payment_customers', (join) =>
      join
        .onRef('payment_customers.user_id', '=', 'saved_cards.user_id')
        .onRef('payment_customers.provider', '=', 'saved_cards.provider')
        .onRef('payment_customers.account', '=', 'saved_cards.account'),
    )
    .select([
      'saved_cards.id',
      'saved_cards.provider_method_id',
      'saved_cards.brand',
      'saved_cards.last4',
      'saved_cards.exp_month',
      'saved_cards.exp_year',
      'saved_cards.is_default',
      'payment_customers.provider_customer_id',
    ])
    .where('saved_cards.user_id', '=', owner.userId)
    .where('saved_cards.provider', '=', owner.provider)
    .where('saved_cards.account', '=', owner.account)
    .where('saved_cards.removed_at', 'is', null)
    .orderBy('saved_cards.is_default', 'desc')
    .orderBy('saved_cards.created_at', 'desc')
    .orderBy('saved_cards.id')

/** The cards that the plans of this owner's agencies renew on, across agencies. */
export const renewingMethods = (ctx: Ctx, userId: string) =>
  selectFrom(acrossAgencies(ctx), 'agency_subscriptions')
    .innerJoin('agencies', 'agencies.id', 'agency_subscriptions.agency_id')
    .select([
      'agency_subscriptions.agency_id',
      'agency_subscriptions.provider',
      'agency_subscriptions.provider_subscription_id',
      'agency_subscriptions.provider_method_id',
    ])
    .where('agencies.owner_id', '=', userId)
    .where('agency_subscriptions.status', 'in', ['active', 'past_due'])
    .where('agency_subscriptions.cancel_at_period_end', '=', 0)
    .execute()
