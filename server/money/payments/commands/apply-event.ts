import type Stripe from 'stripe'
import {
  chargedAt,
  paidWith,
  reportedAt,
  toIntentState,
  toRefundState,
} from '../../../base/adapters/payments/payment-provider-stripe.ts'
import { fromStripeAmount } from '../../../base/adapters/payments/payment-provider-stripe-amounts.ts'
import { idOf, toPayout } from '../../../base/adapters/payments/payment-provider-stripe-balance.ts'
import { toProviderCard } from '../../../base/adapters/payments/payment-provider-stripe-cards.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { applyDispute } from '../book/commands/apply-dispute.ts'
import { reportRefund } from '../book/commands/book-refunds.ts'
import { trackPayout } from '../book/commands/track-payout.ts'
import { ownerOf } from '../book/queries/balance-reader.ts'
import { forgetCustomer, rememberCard, removeCards } from '../cards/commands/remember-card.ts'
import { settlePayment } from '../charge/commands/settle-payment.ts'
import { verifyAmount } from '../charge/commands/verify-amount.ts'
import type { CardOwner } from '../rules.ts'

/** An event and the account that its signature verifies; it can only affect that account's rows. */
interface Delivery {
  account: string
  event: Stripe.Event
}

/**
 * Applies a verified Stripe event. The event's id and effect are committed together, so that repeated, late,
 * reordered, or interrupted deliveries have a single effect.
 */
export async function applyStripeEvent(ctx: Ctx, delivery: Delivery): Promise<{ applied: boolean }> {
  const { account, event } = delivery
  const owner = await ownerOf(ctx, account)
  return transactIn(ctx, owner?.agencyId ?? null, async (tx) => {
    const fresh = await tx.db
      .insertInto('payment_events')
      .values({ account, id: event.id, type: event.type, received_at: toInstant(ctx.now) })
      .onConflict((conflict) => conflict.columns(['account', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (fresh === undefined) return { applied: false }
    return { applied: await applyOnce(tx, delivery) }
  })
}

async function applyOnce(tx: Tx, { account, event }: Delivery): Promise<boolean> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object
      const payment = await findPayment(tx, account, { ours: intent.metadata.payment_id, theirs: intent.id })
      if (payment === undefined) return false
      return settlePayment(tx, payment.id, { ...toIntentState(intent), ...reportedAt(event) })
    }
    case 'charge.refunded':
      return applyCharge(tx, account, event)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return applyRefund(tx, account, event)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return applyDispute(tx, account, event)
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
    case 'payout.reconciliation_completed':
      return applyPayout(tx, account, event.data.object)
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return applyCard(tx, account, { method: event.data.object, customer: event.data.object.customer })
    case 'payment_method.detached': {
      // The row remains, so that a late event can't add the card again.
      const customer = event.data.previous_attributes?.customer ?? null
      return applyCard(tx, account, { method: event.data.object, customer, detached: true })
    }
    case 'customer.deleted':
      return forgetCustomer(tx, { provider: 'stripe', account }, event.data.object.id)
    default:
      return false
  }
}

/** One of the account's payments by our id or the provider's. */
const findPayment = (tx: Tx, account: string, id: { ours?: string; theirs: string }) =>
  selectFrom(tx, 'payments')
    .selectAll()
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .where((eb) => eb.or([eb('id', '=', id.ours ?? ''), eb('provider_payment_id', '=', id.theirs)]))
    .orderBy('created_at')
    .executeTakeFirst()

type RefundEvent =
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent
  | Stripe.ChargeRefundUpdatedEvent

/** The total refunded of a charge; a charge with refunds has succeeded. */
async function applyCharge(tx: Tx, account: string, event: Stripe.ChargeRefundedEvent): Promise<boolean> {
  const charge = event.data.object
  const { at: refundedAt } = reportedAt(event)
  const intentId = idOf(charge.payment_intent)
  if (intentId === null) return false
  const payment = await findPayment(tx, account, { ours: charge.metadata.payment_id, theirs: intentId })
  if (payment === undefined) return false
  return settlePayment(tx, payment.id, {
    id: intentId,
    status: 'succeeded',
    clientSecret: null,
    failure: null,
    card: paidWith(charge.payment_method_details),
    refunded: fromStripeAmount(charge.amount_refunded, charge.currency),
    ...(refundedAt !== undefined && { refundedAt }),
    ...chargedAt(charge),
    charged: {
      amount: fromStripeAmount(charge.amount, charge.currency),
      currency: charge.currency.toUpperCase(),
    },
  })
}

async function applyRefund(tx: Tx, account: string, event: RefundEvent): Promise<boolean> {
  const refund = event.data.object
  const intentId = idOf(refund.payment_intent)
  if (intentId === null) return false
  const payment = await findPayment(tx, account, { theirs: intentId })
  if (payment === undefined) return false
  const amount = fromStripeAmount(refund.amount, refund.currency)
  if (!(await verifyAmount(tx, payment, { most: amount, currency: refund.currency.toUpperCase() })))
    return false
  await reportRefund(tx, {
    paymentId: payment.id,
    refundId: refund.metadata?.refund_id ?? null,
    amount,
    state: { ...reportedAt(event), ...toRefundState(refund) },
  })
  return true
}

/** A payout to the bank; its contents are read later, outside of a transaction. */
async function applyPayout(tx: Tx, account: string, payout: Stripe.Payout): Promise<boolean> {
  const owner = await ownerOf(tx, account)
  if (owner === null) return false
  await trackPayout(tx, owner, toPayout(payout))
  return true
}

/** A customer's card was saved, updated, or removed. */
async function applyCard(
  tx: Tx,
  account: string,
  news: { method: Stripe.PaymentMethod; customer: Stripe.PaymentMethod['customer']; detached?: boolean },
): Promise<boolean> {
  const card = toProviderCard(news.method)
  const customer = idOf(news.customer)
  if (customer === null) return false
  const customerRow = await selectFrom(tx, 'payment_customers')
    .select('user_id')
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .where('provider_customer_id', '=', customer)
    .executeTakeFirst()
  if (card === null || customerRow === undefined) return false
  const owner: CardOwner = { userId: customerRow.user_id, provider: 'stripe', account }
  const id = await rememberCard(tx, owner, card)
  if (news.detached) await removeCards(tx, owner, [id])
  return true
}
