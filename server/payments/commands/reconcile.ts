import type Stripe from 'stripe'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import { type IntentState, paymentProvider } from '../../services/payment-provider.ts'
import { toIntentState } from '../../services/payment-provider-stripe.ts'
import type { Services } from '../../trpc/context.ts'
import { type PaymentServices, settleCharge, settleLost } from './charge.ts'
import { settlePayment } from './settle.ts'

/**
 * Applies one verified event of Stripe. The event's id and its effect are one transaction, so deliveries
 * that are repeated, late, shuffled or interrupted have one effect between them.
 */
export function applyStripeEvent(db: Db, now: Date, event: Stripe.Event): Promise<{ applied: boolean }> {
  return transact(db, async (trx) => {
    const fresh = await trx
      .insertInto('payment_events')
      .values({ id: event.id, type: event.type, received_at: toInstant(now) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (fresh === undefined) return { applied: false }
    const news = newsOf(event)
    if (news === null) return { applied: false }
    const payment = await trx
      .selectFrom('payments')
      .select('id')
      .where('provider', '=', 'stripe')
      .where((eb) =>
        eb.or([eb('id', '=', news.paymentId ?? ''), eb('provider_payment_id', '=', news.state.id)]),
      )
      .executeTakeFirst()
    if (payment === undefined) return { applied: false }
    await settlePayment(trx, now, payment.id, news.state)
    return { applied: true }
  })
}

function newsOf(event: Stripe.Event): { paymentId: string | null; state: IntentState } | null {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      return { paymentId: intent.metadata.payment_id ?? null, state: toIntentState(intent) }
    }
    case 'charge.refunded': {
      const charge = event.data.object
      const intent = charge.payment_intent
      if (intent === null) return null
      const card = charge.payment_method_details?.card
      return {
        paymentId: charge.metadata.payment_id ?? null,
        state: {
          id: typeof intent === 'string' ? intent : intent.id,
          status: 'succeeded',
          clientSecret: null,
          failure: null,
          card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
          refunded: charge.amount_refunded,
        },
      }
    }
    default:
      return null
  }
}

const QUIET_MINUTES = 10
const ABANDONED_HOURS = 24
const BATCH = 100

/**
 * Heals what a lost answer or a missed webhook left pending: the provider is asked again, and a card
 * authentication nobody finished within a day is ended. Returns how many payments it settled.
 */
export async function reconcilePayments(
  services: PaymentServices & Pick<Services, 'log'>,
  now: Date,
): Promise<number> {
  const provider = paymentProvider(services)
  const open = await services.db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id', 'idempotency_key', 'created_at'])
    .where('status', '=', 'pending')
    .where('provider', '=', provider.name)
    .where('created_at', '<', toInstant(addMinutes(now, -QUIET_MINUTES)))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  let settled = 0
  for (const payment of open) {
    try {
      if (payment.provider_payment_id === null) {
        await settleLost(services, now, payment)
      } else {
        const abandoned = payment.created_at < toInstant(addMinutes(now, -60 * ABANDONED_HOURS))
        const state = await (abandoned
          ? provider.cancel(payment.provider_payment_id)
          : provider.retrieve(payment.provider_payment_id))
        await settleCharge(services.db, now, payment.id, state)
      }
      settled++
    } catch (error) {
      services.log.warn({ err: error, paymentId: payment.id }, 'a payment could not be reconciled')
    }
  }
  return settled
}
