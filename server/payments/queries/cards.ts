import { dateInZone } from '#shared/dates.ts'
import type { SavedCardDto } from '#shared/payments.ts'
import { providerName } from '../../adapters/payment-provider.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'
import { hasExpired } from '../rules.ts'
import { paymentProvider } from './provider.ts'

/** The caller's own saved cards at the provider in use, the default one first, then the newest; none without one. */
export async function listCards(ctx: UserCtx): Promise<SavedCardDto[]> {
  if (providerName(ctx.services.config) === null) return []
  const rows = await cardsOf(ctx, ctx.actor.userId).execute()
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

/** One of them with the provider's handles; NOT_FOUND otherwise. */
export async function savedCard(ctx: UserCtx, id: string) {
  const card = await cardsOf(ctx, ctx.actor.userId).where('saved_cards.id', '=', id).executeTakeFirst()
  if (card === undefined) throw notFound('This card')
  return card
}

export const cardsOf = (ctx: Ctx, userId: string) =>
  selectFrom(ctx, 'saved_cards')
    .innerJoin('payment_customers', (join) =>
      join
        .onRef('payment_customers.user_id', '=', 'saved_cards.user_id')
        .onRef('payment_customers.provider', '=', 'saved_cards.provider'),
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
    .where('saved_cards.user_id', '=', userId)
    .where('saved_cards.provider', '=', paymentProvider(ctx.services).name)
    .where('saved_cards.removed_at', 'is', null)
    .orderBy('saved_cards.is_default', 'desc')
    .orderBy('saved_cards.created_at', 'desc')
    .orderBy('saved_cards.id')

/** The cards that plans of this owner's agencies renew on, whichever agency they act in. */
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
