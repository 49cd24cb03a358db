import { formatCharged } from '#shared/money.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { lockInvoice, moveInvoice } from '../../invoices/commands/settle.ts'
import { amountDue } from '../../invoices/rules.ts'
import { notifyPaid, notifyPaymentFailed } from '../../notifications/commands/about-money.ts'
import type { IntentState } from '../../services/payment-provider.ts'
import { payerScope, receiptNumber } from '../rules.ts'
import { reportRefunded } from './book-refunds.ts'
import { type PaymentRow, postPayment, recordPayment } from './post.ts'
import { rememberCard } from './remember-card.ts'

/**
 * The one state machine: pending → succeeded | failed, failed → succeeded (a late answer),
 * succeeded → refunded once all of it was given back. Each step is claimed by an update that names the state before, so the same news
 * told twice, in any order or at once, has one effect.
 */
export async function settlePayment(
  trx: Trx,
  now: Date,
  paymentId: string,
  state: IntentState,
): Promise<void> {
  if (state.status === 'succeeded') {
    const payment = await claimSuccess(trx, now, paymentId, state)
    if (payment !== null) {
      await keepCard(trx, now, payment, state)
      await completePayment(trx, payerScope(payment, now), payment)
    }
    await reportRefunded(trx, now, paymentId, state.refunded)
  } else if (state.status === 'failed') {
    await failPayment(trx, now, paymentId, state)
  } else {
    await trx
      .updateTable('payments')
      .set({ provider_payment_id: state.id, updated_at: toInstant(now) })
      .where('id', '=', paymentId)
      .where('status', '=', 'pending')
      .execute()
  }
}

async function claimSuccess(
  trx: Trx,
  now: Date,
  paymentId: string,
  state: IntentState,
): Promise<PaymentRow | null> {
  const payment = await trx
    .updateTable('payments')
    .set({
      status: 'succeeded',
      provider_payment_id: state.id,
      receipt_number: receiptNumber(paymentId),
      failure_message: null,
      paid_at: toInstant(now),
      updated_at: toInstant(now),
      ...(state.card !== null && { card_brand: state.card.brand, card_last4: state.card.last4 }),
      ...(state.kept && { method_token: state.kept.id }),
    })
    .where('id', '=', paymentId)
    .where('status', 'in', ['pending', 'failed'])
    .returningAll()
    .executeTakeFirst()
  return payment ?? null
}

/** A card that was to be kept is saved for whoever paid with it. */
async function keepCard(trx: Trx, now: Date, payment: PaymentRow, state: IntentState): Promise<void> {
  if (!state.kept || payment.payer_user_id === null || payment.provider === 'manual') return
  await rememberCard(trx, now, { userId: payment.payer_user_id, provider: payment.provider }, state.kept)
}

/** Everything a received payment changes: invoice, books, activity. */
export async function completePayment(trx: Trx, actor: Scope, payment: PaymentRow): Promise<void> {
  const surplus = payment.invoice_id === null ? 0 : await payInto(trx, actor.now, payment.invoice_id, payment)
  const invoice =
    payment.invoice_id === null
      ? undefined
      : await trx
          .selectFrom('invoices')
          .select(['number', 'project_id', 'status'])
          .where('id', '=', payment.invoice_id)
          .executeTakeFirst()
  const projectId = invoice?.project_id ?? null
  if (payment.amount > surplus) {
    await postPayment(trx, actor.now, payment, payment.amount - surplus, projectId)
  }
  if (surplus > 0) {
    const description = `Overpayment: ${payment.description}`
    await postPayment(trx, actor.now, { ...payment, description }, surplus, projectId)
  }
  const amount = formatCharged(payment.amount, payment.currency)
  const overpaid = surplus > 0 ? `, ${formatCharged(surplus, payment.currency)} more than was owed` : ''
  await recordPayment(trx, actor, payment, {
    action: payment.invoice_id === null ? 'payment.succeeded' : 'invoice.paid',
    summary: invoice?.number
      ? `${invoice.status === 'paid' ? '' : `${amount} of `}Invoice ${invoice.number} paid${overpaid}`
      : `${payment.payer_name} paid ${amount}: ${payment.description}`,
  })
  await notifyPaid(trx, actor, payment, invoice ?? null)
}

/** The invoice's paid amount names all that was received; returns how much of it was no longer owed. */
async function payInto(trx: Trx, now: Date, invoiceId: string, payment: PaymentRow): Promise<number> {
  await lockInvoice(trx, invoiceId)
  const invoice = await trx
    .selectFrom('invoices')
    .select(['total', 'amount_paid', 'amount_credited'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  await moveInvoice(trx, now, invoiceId, { paid: payment.amount })
  return Math.max(0, payment.amount - amountDue(invoice))
}

async function failPayment(trx: Trx, now: Date, paymentId: string, state: IntentState): Promise<void> {
  const payment = await trx
    .updateTable('payments')
    .set({
      status: 'failed',
      provider_payment_id: state.id === '' ? null : state.id,
      failure_message: state.failure ?? 'The payment was not completed.',
      updated_at: toInstant(now),
      ...(state.card !== null && { card_brand: state.card.brand, card_last4: state.card.last4 }),
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (payment === undefined) return
  await recordPayment(trx, payerScope(payment, now), payment, {
    action: 'payment.failed',
    summary: `A payment of ${formatCharged(payment.amount, payment.currency)} by ${payment.payer_name} failed`,
  })
  await notifyPaymentFailed(trx, now, payment)
}
