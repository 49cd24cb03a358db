import type Stripe from 'stripe'
import { toIntentState, toRefundState } from '../../adapters/payment-provider-stripe.ts'
import { fromStripeAmount } from '../../adapters/payment-provider-stripe-amounts.ts'
import { toKeptCard } from '../../adapters/payment-provider-stripe-cards.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { reportRefund } from './book-refunds.ts'
import { dropCards, rememberCard } from './remember-card.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Applies one verified event of Stripe. The event's id and its effect are one transaction, so deliveries
 * that are repeated, late, shuffled or interrupted have one effect between them.
 */
export function applyStripeEvent(ctx: Ctx, event: Stripe.Event): Promise<{ applied: boolean }> {
  return transact(ctx, async (tx) => {
    const fresh = await tx.db
      .insertInto('payment_events')
      .values({ id: event.id, type: event.type, received_at: toInstant(ctx.now) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (fresh === undefined) return { applied: false }
    return { applied: await applyOnce(tx, event) }
  })
}

async function applyOnce(tx: Tx, event: Stripe.Event): Promise<boolean> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      const payment = await findPayment(tx, intent.metadata.payment_id, intent.id)
      if (payment === undefined) return false
      await settlePayment(tx, payment.id, toIntentState(intent))
      return true
    }
    case 'charge.refunded':
      return applyCharge(tx, event.data.object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return applyRefund(tx, event.data.object)
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return applyCard(tx, event.data.object, event.data.object.customer)
    case 'payment_method.detached': {
      // The row stays, so that the event of its saving cannot bring it back.
      const customer = event.data.previous_attributes?.customer ?? null
      return applyCard(tx, event.data.object, customer, { detached: true })
    }
    default:
      return false
  }
}

const findPayment = (tx: Tx, paymentId: string | undefined, intentId: string) =>
  selectFrom(tx, 'payments')
    .select('id')
    .where('provider', '=', 'stripe')
    .where((eb) => eb.or([eb('id', '=', paymentId ?? ''), eb('provider_payment_id', '=', intentId)]))
    .executeTakeFirst()

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference

/** What was given back of a charge in all; a charge with a refund has succeeded. */
async function applyCharge(tx: Tx, charge: Stripe.Charge): Promise<boolean> {
  const intentId = idOf(charge.payment_intent)
  if (intentId === null) return false
  const payment = await findPayment(tx, charge.metadata.payment_id, intentId)
  if (payment === undefined) return false
  const card = charge.payment_method_details?.card
  await settlePayment(tx, payment.id, {
    id: intentId,
    status: 'succeeded',
    clientSecret: null,
    failure: null,
    card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
    refunded: fromStripeAmount(charge.amount_refunded, charge.currency),
  })
  return true
}

async function applyRefund(tx: Tx, refund: Stripe.Refund): Promise<boolean> {
  const intentId = idOf(refund.payment_intent)
  if (intentId === null) return false
  const payment = await findPayment(tx, undefined, intentId)
  if (payment === undefined) return false
  await reportRefund(tx, {
    paymentId: payment.id,
    refundId: refund.metadata?.refund_id ?? null,
    amount: fromStripeAmount(refund.amount, refund.currency),
    state: toRefundState(refund),
  })
  return true
}

/** A card kept for one of our customers, its new expiry date, or that it was forgotten. */
async function applyCard(
  tx: Tx,
  method: Stripe.PaymentMethod,
  customer: Stripe.PaymentMethod['customer'],
  { detached = false } = {},
): Promise<boolean> {
  const card = toKeptCard(method)
  const customerRow = await selectFrom(tx, 'payment_customers')
    .select('user_id')
    .where('provider', '=', 'stripe')
    .where('provider_customer_id', '=', idOf(customer) ?? '')
    .executeTakeFirst()
  if (card === null || customerRow === undefined) return false
  const owner = { userId: customerRow.user_id, provider: 'stripe' as const }
  const id = await rememberCard(tx, owner, card)
  if (detached) await dropCards(tx, owner, [id])
  return true
}
