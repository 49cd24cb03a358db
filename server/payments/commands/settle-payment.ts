import type { About } from '#shared/events/kind.ts'
import type { IntentState } from '../../adapters/payment-provider.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom, updateTable } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'
import { lockInvoice } from '../../invoices/commands/claim.ts'
import { addPayLink } from '../../invoices/commands/create-pay-link.ts'
import { keepSurplus } from '../../invoices/commands/keep-surplus.ts'
import { type MovedInvoice, moveInvoice } from '../../invoices/commands/move.ts'
import { moveCredit } from '../../invoices/commands/move-credit.ts'
import { sendReceipt } from '../../invoices/commands/send-receipt.ts'
import { accountOf } from '../../invoices/queries/credit-balance.ts'
import { amountReceived, surplusOf } from '../../invoices/rules.ts'
import { isAutomatic, type PaymentRow, payerOf, receiptNumber } from '../rules.ts'
import { bookPayment } from './book-payment.ts'
import { reportRefunded } from './book-refunds.ts'
import { isAsCharged } from './compare-charged.ts'
import { rememberCard } from './remember-card.ts'

/**
 * The one state machine: pending → processing → succeeded | failed, where most skip the days of processing;
 * failed → succeeded (a late answer), succeeded → refunded once all of it was given back. Each step is claimed by an update that names the state before, so
 * that the same answer, given twice, in any order or at once, has one effect. False where it was refused.
 */
export async function settlePayment(caller: Tx, paymentId: string, state: IntentState): Promise<boolean> {
  // A payment changes both sides' books and the payer's cards: more than whoever brings the answer sees.
  const tx = acrossAgencies(caller)
  if (!(await namesTheCharge(tx, paymentId, state))) return false
  if (state.status === 'succeeded') {
    const payment = await claimSuccess(tx, paymentId, state)
    if (payment !== null) {
      await keepCard(tx, payment, state)
      await completePayment(tx, payment, payerOf(payment))
    }
    await reportRefunded(tx, paymentId, state.refunded)
  } else if (state.status === 'failed') {
    await failPayment(tx, paymentId, state)
  } else {
    await updateTable(tx, 'payments')
      .set({ provider_payment_id: state.id, updated_at: toInstant(tx.now) })
      .where('id', '=', paymentId)
      .where('status', '=', 'pending')
      .execute()
    if (state.status === 'processing') await beginProcessing(tx, paymentId, state)
  }
  return true
}

/** The payer has done their part; for days nobody knows whether the money comes. */
async function beginProcessing(tx: Tx, paymentId: string, { card }: IntentState): Promise<void> {
  const payment = await updateTable(tx, 'payments')
    .set({
      processing_since: toInstant(tx.now),
      ...(card !== null && { card_brand: card.brand, card_last4: card.last4 }),
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .where('processing_since', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (payment === undefined) return
  await record(tx, 'payment.processing', { ...detailsOf(payment), by: payerOf(payment) })
}

/** Bills of plans are the provider's own: what they come to is its to say. */
async function namesTheCharge(tx: Tx, paymentId: string, { charged }: IntentState): Promise<boolean> {
  if (charged === undefined) return true
  const payment = await selectFrom(tx, 'payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (payment === undefined || payment.purpose === 'subscription') return true
  return isAsCharged(tx, payment, { exactly: charged.amount, currency: charged.currency })
}

async function claimSuccess(tx: Tx, paymentId: string, state: IntentState): Promise<PaymentRow | null> {
  const payment = await updateTable(tx, 'payments')
    .set({
      status: 'succeeded',
      provider_payment_id: state.id,
      receipt_number: receiptNumber(paymentId),
      failure_message: null,
      paid_at: toInstant(tx.now),
      updated_at: toInstant(tx.now),
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
async function keepCard(tx: Tx, payment: PaymentRow, state: IntentState): Promise<void> {
  if (!state.kept || payment.payer_user_id === null || payment.provider === 'manual') return
  const { payer_user_id: userId, provider, account } = payment
  await rememberCard(tx, { userId, provider, account }, state.kept)
}

/** Everything a received payment changes: invoice or credit, and books as of the day it was paid, activity. */
export async function completePayment(
  tx: Tx,
  payment: PaymentRow,
  by?: About['by'],
  { mailReceipt = true } = {},
): Promise<void> {
  const books = { ...tx, now: payment.paid_at === null ? tx.now : new Date(payment.paid_at) }
  const { invoice, surplus } =
    payment.invoice_id === null
      ? await takeIn(books, payment)
      : await payInto(tx, books, { ...payment, invoice_id: payment.invoice_id })
  await record(tx, payment.invoice_id === null ? 'payment.succeeded' : 'invoice.paid', {
    ...detailsOf(payment),
    by,
    description: payment.description,
    invoice: invoice && { number: invoice.number, status: invoice.status },
    surplus,
  })
  if (invoice !== null && mailReceipt) {
    const { id: paymentId, amount, payer_user_id: payerUserId } = payment
    await sendReceipt(tx, invoice, { amount, paymentId, payerUserId })
  }
}

interface Settled {
  invoice: MovedInvoice | null
  /** Minor units beyond what was still owed. */
  surplus: number
}

/** One event for both sides; it is in the payee's feed, or the payer's where the payee is not an agency. */
export const detailsOf = (payment: PaymentRow) => ({
  id: payment.id,
  agencyId: payment.agency_id ?? payment.payer_agency_id,
  clientId: payment.client_id,
  purpose: payment.purpose,
  payee: payment.payee,
  invoiceId: payment.invoice_id,
  payerUserId: payment.payer_user_id,
  payerName: payment.payer_name,
  amount: payment.amount,
  currency: payment.currency,
  automatic: isAutomatic(payment),
})

/** A deposit is its client's money until it is applied to an invoice; what pays for something is income. */
async function takeIn(books: Tx, payment: PaymentRow): Promise<Settled> {
  if (payment.purpose === 'deposit') {
    await moveCredit(books, accountOf(payment), {
      kind: 'deposit',
      amount: payment.amount,
      description: payment.description,
      paymentId: payment.id,
    })
  } else await bookPayment(books, payment, payment.amount, null)
  return { invoice: null, surplus: 0 }
}

/** The invoice's paid amount names all that was received; what was no longer owed is the client's credit. */
async function payInto(tx: Tx, books: Tx, payment: PaymentRow & { invoice_id: string }): Promise<Settled> {
  const { invoice_id, amount } = payment
  await lockInvoice(tx, invoice_id)
  const invoice = await moveInvoice(tx, invoice_id, { paid: amount, at: payment.paid_at })
  const description = `Overpayment: ${payment.description}`
  const before = amountReceived(invoice) - amount
  const kept = await keepSurplus(books, invoice_id, invoice, {
    kind: 'overpayment',
    paymentId: payment.id,
    description,
    most: amount,
  })
  // Who has no account, as an agency with the platform, has paid too much all the same.
  const over = kept > 0 ? 0 : Math.min(amount, surplusOf(invoice) - invoice.amount_written_off)
  const owed = amount - kept - Math.max(0, over)
  if (owed > 0) await bookPayment(books, payment, owed, { ...invoice, before })
  if (over > 0) {
    await bookPayment(books, { ...payment, description }, over, { ...invoice, before: before + owed })
  }
  return { invoice, surplus: kept + Math.max(0, over) }
}

async function failPayment(tx: Tx, paymentId: string, state: IntentState): Promise<void> {
  const payment = await updateTable(tx, 'payments')
    .set({
      status: 'failed',
      provider_payment_id: state.id === '' ? null : state.id,
      failure_message: state.failure ?? 'The payment was not completed.',
      failure_code: state.decline ?? null,
      updated_at: toInstant(tx.now),
      ...(state.card !== null && { card_brand: state.card.brand, card_last4: state.card.last4 }),
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (payment === undefined) return
  const late = payment.processing_since !== null
  const isInvoice = late && payment.invoice_id !== null
  await record(tx, 'payment.failed', {
    ...detailsOf(payment),
    by: payerOf(payment),
    late,
    failure: payment.failure_message ?? '',
    ...(isInvoice && { reopened: await reopenedInvoice(tx, payment.invoice_id ?? '') }),
  })
}

/** What the e-mail says to whom the invoice was sent, with a fresh pay link. */
async function reopenedInvoice(tx: Tx, invoiceId: string) {
  const invoice = await selectFrom(tx, 'invoices')
    .leftJoin('clients', 'clients.id', 'invoices.client_id')
    .select(['invoices.number', 'invoices.title', 'invoices.issuer_name', 'invoices.status'])
    .select(['clients.name as client_name', 'clients.email as client_email'])
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const isOpen = invoice.status === 'sent' || invoice.status === 'overdue'
  return {
    number: invoice.number ?? '',
    title: invoice.title,
    issuerName: invoice.issuer_name,
    clientName: invoice.client_name ?? '',
    clientEmail: invoice.client_email,
    payToken: isOpen ? await addPayLink(tx, invoiceId) : null,
  }
}
