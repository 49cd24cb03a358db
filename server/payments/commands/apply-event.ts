import type Stripe from 'stripe'
import { paidWith, toIntentState, toRefundState } from '../../adapters/payment-provider-stripe.ts'
import { fromStripeAmount } from '../../adapters/payment-provider-stripe-amounts.ts'
import { toPayout } from '../../adapters/payment-provider-stripe-balance.ts'
import { toKeptCard } from '../../adapters/payment-provider-stripe-cards.ts'
import type { Ctx, Tx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { ownerOf } from '../queries/balance-reader.ts'
import type { CardOwner } from '../rules.ts'
import { type DisputeState, reportDispute } from './book-disputes.ts'
import { reportRefund } from './book-refunds.ts'
import { isAsCharged } from './compare-charged.ts'
import { dropCards, rememberCard } from './remember-card.ts'
import { settlePayment } from './settle-payment.ts'
import { notePayout } from './track-payout.ts'

/** An event with the account it came from, as its signature proves; it reaches no other account's rows. */
interface Delivery {
  account: string
  event: Stripe.Event
}

/**
 * Applies one verified event of Stripe. The event's id and its effect are one transaction, so deliveries
 * that are repeated, late, shuffled or interrupted have one effect between them.
 */
export function applyStripeEvent(ctx: Ctx, delivery: Delivery): Promise<{ applied: boolean }> {
  const { account, event } = delivery
  return transact(ctx, async (tx) => {
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
      return settlePayment(tx, payment.id, toIntentState(intent))
    }
    case 'charge.refunded':
      return applyCharge(tx, account, event.data.object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return applyRefund(tx, account, event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return applyDispute(tx, account, event.data.object)
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
      // The row stays, so that the event of its saving cannot bring it back.
      const customer = event.data.previous_attributes?.customer ?? null
      return applyCard(tx, account, { method: event.data.object, customer, detached: true })
    }
    default:
      return false
  }
}

/** One payment by our id or by the provider's, of those made on the account. */
const findPayment = (tx: Tx, account: string, id: { ours?: string; theirs: string }) =>
  selectFrom(tx, 'payments')
    .selectAll()
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .where((eb) => eb.or([eb('id', '=', id.ours ?? ''), eb('provider_payment_id', '=', id.theirs)]))
    .orderBy('created_at')
    .executeTakeFirst()

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference

/** What was given back of a charge in all; a charge with a refund has succeeded. */
async function applyCharge(tx: Tx, account: string, charge: Stripe.Charge): Promise<boolean> {
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
    charged: {
      amount: fromStripeAmount(charge.amount, charge.currency),
      currency: charge.currency.toUpperCase(),
    },
  })
}

async function applyRefund(tx: Tx, account: string, refund: Stripe.Refund): Promise<boolean> {
  const intentId = idOf(refund.payment_intent)
  if (intentId === null) return false
  const payment = await findPayment(tx, account, { theirs: intentId })
  if (payment === undefined) return false
  const amount = fromStripeAmount(refund.amount, refund.currency)
  if (!(await isAsCharged(tx, payment, { most: amount, currency: refund.currency.toUpperCase() })))
    return false
  await reportRefund(tx, {
    paymentId: payment.id,
    refundId: refund.metadata?.refund_id ?? null,
    amount,
    state: toRefundState(refund),
  })
  return true
}

/** A charge contested with the payer's bank, opened, won or lost. */
async function applyDispute(tx: Tx, account: string, dispute: Stripe.Dispute): Promise<boolean> {
  const intentId = idOf(dispute.payment_intent)
  if (intentId === null) return false
  const payment = await findPayment(tx, account, { theirs: intentId })
  if (payment === undefined) return false
  const amount = fromStripeAmount(dispute.amount, dispute.currency)
  if (!(await isAsCharged(tx, payment, { most: amount, currency: dispute.currency.toUpperCase() })))
    return false
  const due = dispute.evidence_details?.due_by ?? null
  await reportDispute(tx, payment.id, {
    id: dispute.id,
    amount,
    reason: dispute.reason,
    status: statusOf(dispute.status),
    respondBy: due === null ? null : toInstant(new Date(due * 1000)),
  })
  return true
}

function statusOf(status: Stripe.Dispute.Status): DisputeState['status'] {
  if (status === 'won' || status === 'lost') return status as 'won' | 'lost'
  if (status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'needs_response' || status === 'under_review' ? 'open' : 'inquiry'
}

/** Money on its way to the bank; what is in it is read later, outside of any transaction. */
async function applyPayout(tx: Tx, account: string, payout: Stripe.Payout): Promise<boolean> {
  const owner = await ownerOf(tx, account)
  if (owner === null) return false
  await notePayout(tx, owner, toPayout(payout))
  return true
}

/** A card kept for one of our customers, its new expiry date, or that it was forgotten. */
async function applyCard(
  tx: Tx,
  account: string,
  news: { method: Stripe.PaymentMethod; customer: Stripe.PaymentMethod['customer']; detached?: boolean },
): Promise<boolean> {
  const card = toKeptCard(news.method)
  const customerRow = await selectFrom(tx, 'payment_customers')
    .select('user_id')
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .where('provider_customer_id', '=', idOf(news.customer) ?? '')
    .executeTakeFirst()
  if (card === null || customerRow === undefined) return false
  const owner: CardOwner = { userId: customerRow.user_id, provider: 'stripe', account }
  const id = await rememberCard(tx, owner, card)
  if (news.detached) await dropCards(tx, owner, [id])
  return true
}
