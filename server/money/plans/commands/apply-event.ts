import type Stripe from 'stripe'
import type { Ctx } from '../../../base/core/context.ts'
import { toInstant } from '../../../base/db/values.ts'
import { INSTANCE } from '../../payments/rules.ts'
import { syncSubscription } from './sync.ts'

/** The subscription that a Stripe event is about; null if there is none. */
export function subscriptionOf(event: Stripe.Event): string | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.pending_update_applied':
    case 'customer.subscription.pending_update_expired':
      return event.data.object.id
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.voided': {
      const subscription = event.data.object.parent?.subscription_details?.subscription ?? null
      return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
    }
    default:
      return null
  }
}

/**
 * Applies a verified event about a subscription, which only triggers reading its state. The event's id is
 * stored with the effect, so that repeated deliveries are ignored.
 */
export async function applySubscriptionEvent(
  ctx: Ctx,
  event: Stripe.Event,
  subscriptionId: string,
): Promise<{ applied: boolean }> {
  const { id, type } = event
  const synced = await syncSubscription(ctx, subscriptionId, { event: { id, type } })
  if (synced === null) await remember(ctx, event)
  return { applied: synced !== null }
}

const remember = (ctx: Ctx, { id, type }: Stripe.Event) =>
  ctx.db
    .insertInto('payment_events')
    .values({ account: INSTANCE, id, type, received_at: toInstant(ctx.now) })
    .onConflict((conflict) => conflict.columns(['account', 'id']).doNothing())
    .execute()
