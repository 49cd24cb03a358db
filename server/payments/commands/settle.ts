import type { Selectable } from 'kysely'
import { formatCharged } from '#shared/money.ts'
import { recordActivity } from '../../activity/record.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Schema, Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { postLedger } from '../../finance/commands/ledger.ts'
import { moveInvoice } from '../../invoices/commands/settle.ts'
import { notifyPaid, notifyPaymentFailed } from '../../notifications/commands/about-money.ts'
import { activateSubscription, extendSubscription } from '../../packages/commands/activate.ts'
import type { IntentState } from '../../services/payment-provider.ts'
import { LEDGER_CATEGORY, PAYMENT_TOUCHES, payerScope, RENEWAL_KEY, receiptNumber } from '../rules.ts'

export type PaymentRow = Selectable<Schema['payments']>

/**
 * The one state machine: pending → succeeded | failed, failed → succeeded (a late answer),
 * succeeded → refunded. Each step is claimed by an update that names the state before, so the same news
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
    if (payment !== null) await completePayment(trx, payerScope(payment, now), payment)
    if (state.refunded > 0) await refundPayment(trx, now, paymentId, state.refunded)
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
    })
    .where('id', '=', paymentId)
    .where('status', 'in', ['pending', 'failed'])
    .returningAll()
    .executeTakeFirst()
  return payment ?? null
}

/** Everything a received payment changes: invoice, books, subscription, activity. */
export async function completePayment(trx: Trx, actor: Scope, payment: PaymentRow): Promise<void> {
  if (payment.invoice_id !== null) {
    await moveInvoice(trx, actor.now, payment.invoice_id, { paid: payment.amount })
  }
  const invoice =
    payment.invoice_id === null
      ? undefined
      : await trx
          .selectFrom('invoices')
          .select(['number', 'project_id', 'status'])
          .where('id', '=', payment.invoice_id)
          .executeTakeFirst()
  await postPayment(trx, actor.now, payment, payment.amount, invoice?.project_id ?? null)
  await startPaidPeriod(trx, actor.now, payment)
  const amount = formatCharged(payment.amount, payment.currency)
  await recordPayment(trx, actor, payment, {
    action: payment.invoice_id === null ? 'payment.succeeded' : 'invoice.paid',
    summary: invoice?.number
      ? `${invoice.status === 'paid' ? '' : `${amount} of `}Invoice ${invoice.number} paid`
      : `${payment.payer_name} paid ${amount}: ${payment.description}`,
  })
  await notifyPaid(trx, actor, payment, invoice ?? null)
}

async function startPaidPeriod(trx: Trx, now: Date, payment: PaymentRow): Promise<void> {
  const { plan_id: planId, payer_agency_id: agencyId, provider } = payment
  if (planId === null || agencyId === null || provider === 'manual') return
  if (payment.request_key?.startsWith(RENEWAL_KEY)) return extendSubscription(trx, now, { agencyId, planId })
  await activateSubscription(trx, now, {
    agencyId,
    planId,
    provider,
    customerId: payment.provider_customer_id,
    methodId: payment.method_token,
    card: payment.card_last4 ? { brand: payment.card_brand ?? 'card', last4: payment.card_last4 } : null,
  })
}

/** Both sides' books: the payee's income and, where the payer keeps books here, their expense. */
async function postPayment(
  trx: Trx,
  now: Date,
  payment: PaymentRow,
  amount: number,
  projectId: string | null,
): Promise<void> {
  const entry = {
    category: LEDGER_CATEGORY[payment.purpose],
    amount,
    currency: payment.currency,
    description: payment.description,
    paymentId: payment.id,
  }
  if (payment.payee !== 'supplier') {
    await postLedger(trx, now, {
      ...entry,
      agencyId: payment.agency_id,
      direction: 'income',
      clientId: payment.client_id,
      projectId,
    })
  }
  if (payment.payer_agency_id !== null) {
    await postLedger(trx, now, { ...entry, agencyId: payment.payer_agency_id, direction: 'expense' })
  } else if (payment.payee === 'supplier' && (await isPlatformStaff(trx, payment.payer_user_id))) {
    await postLedger(trx, now, { ...entry, agencyId: null, direction: 'expense' })
  }
}

async function isPlatformStaff(trx: Trx, userId: string | null): Promise<boolean> {
  if (userId === null) return false
  const profile = await trx
    .selectFrom('profiles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile?.role === 'super_admin'
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

/** Takes a succeeded payment back in full: invoice and books follow. Partial refunds leave it as it is. */
export async function refundPayment(
  trx: Trx,
  now: Date,
  paymentId: string,
  refunded: number,
  actor?: Scope,
): Promise<void> {
  const payment = await trx
    .updateTable('payments')
    .set({ status: 'refunded', refunded_at: toInstant(now), updated_at: toInstant(now) })
    .where('id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .where('amount', '<=', refunded)
    .returningAll()
    .executeTakeFirst()
  if (payment === undefined) return
  let projectId: string | null = null
  if (payment.invoice_id !== null) {
    await moveInvoice(trx, now, payment.invoice_id, { paid: -payment.amount })
    const invoice = await trx
      .selectFrom('invoices')
      .select('project_id')
      .where('id', '=', payment.invoice_id)
      .executeTakeFirst()
    projectId = invoice?.project_id ?? null
  }
  await postPayment(trx, now, payment, -payment.amount, projectId)
  await recordPayment(trx, actor ?? payerScope(payment, now), payment, {
    action: 'payment.refunded',
    summary: `${formatCharged(payment.amount, payment.currency)} refunded to ${payment.payer_name}`,
  })
}

/** One activity row for the payee's side; the payer's agency hears of it on open screens too. */
async function recordPayment(
  trx: Trx,
  actor: Scope,
  payment: PaymentRow,
  entry: { action: string; summary: string },
): Promise<void> {
  await recordActivity(trx, actor, {
    ...entry,
    subject: { type: 'payment', id: payment.id },
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    clientId: payment.client_id,
    touches: PAYMENT_TOUCHES,
  })
}
