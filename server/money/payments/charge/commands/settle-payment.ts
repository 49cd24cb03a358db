import type { About } from '#shared/base/events/kind.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'
import type { IntentState, WaitingState } from '../../../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { type MovedInvoice, moveInvoice } from '../../../invoices/commands/move.ts'
import { isPaid, reportPaid } from '../../../invoices/commands/report-paid.ts'
import { keepSurplus } from '../../../invoices/credit/commands/keep-surplus.ts'
import { moveCredit } from '../../../invoices/credit/commands/move-credit.ts'
import { accountOf } from '../../../invoices/queries/credit-balance.ts'
import { surplusOf } from '../../../invoices/rules.ts'
import { addPayLink } from '../../../invoices/sending/commands/create-pay-link.ts'
import { sendReceipt } from '../../../invoices/sending/commands/send-receipt.ts'
import { type Books, booksDateOf, datedAt } from '../../../ledger/queries/open-days.ts'
import { bookPayment } from '../../book/commands/book-payment.ts'
import { lockPayment, reportRefunded } from '../../book/commands/book-refunds.ts'
import { rememberCard } from '../../cards/commands/remember-card.ts'
import { isAutomatic, type PaymentRow, payerOf, receiptNumber, shownStatus, waitingOf } from '../../rules.ts'
import { verifyAmount } from './verify-amount.ts'

/**
 * Settles the provider's response for an authorized payment and returns what the caller needs to continue.
 */
export async function settleCharge(ctx: Ctx, paymentId: string, state: IntentState): Promise<ChargeDto> {
  const payment = await transact(ctx, async (tx) => {
    await settlePayment(tx, paymentId, state)
    return selectFrom(acrossAgencies(tx), 'payments')
      .selectAll()
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  }).catch((error: unknown) => {
    if (state.status !== 'succeeded') throw error
    ctx.services.log.error({ err: error, paymentId }, 'a payment that was charged could not be booked')
    throw new AppError('CONFLICT', 'Failed to update invoice status. Please contact support.', {
      reason: 'not_booked',
      title: 'Error',
    })
  })
  return toCharge(payment, state)
}

export function toCharge(payment: PaymentRow, state: IntentState | null): ChargeDto {
  const status = shownStatus(payment)
  const waiting = state?.status === 'requires_action' && status === 'pending'
  const isOpen = waiting || status === 'processing'
  return {
    payment_id: payment.id,
    status: waiting ? 'requires_action' : status === 'refunded' ? 'succeeded' : status,
    client_secret: isOpen ? (state?.clientSecret ?? null) : null,
    failure: payment.failure_message,
    amount: payment.amount,
    currency: payment.currency,
    ...(waiting && payment.waiting_since !== null && { waiting: waitingOf(payment) }),
  }
}

/**
 * The only state machine: pending → processing → succeeded | failed, mostly skipping processing; failed →
 * succeeded (late response), succeeded → refunded (in full). Each update requires the previous state, so that
 * repeated or concurrent responses have a single effect. Returns false if rejected.
 */
export async function settlePayment(caller: Tx, paymentId: string, state: IntentState): Promise<boolean> {
  // A payment affects both sides' ledgers and the payer's cards, beyond the caller's access.
  const tx = acrossAgencies(caller)
  await lockPayment(tx, paymentId)
  if (!(await namesTheCharge(tx, paymentId, state))) return false
  if (state.status === 'succeeded') {
    const payment = await markSucceeded(tx, paymentId, state)
    if (payment !== null) {
      await keepCard(tx, payment, state)
      await completePayment(tx, payment, payerOf(payment))
    }
    await reportRefunded(tx, paymentId, state.refunded, state.refundedAt)
  } else if (state.status === 'failed') {
    await failPayment(tx, paymentId, state)
  } else {
    await updateTable(tx, 'payments')
      .set({ provider_payment_id: state.id, updated_at: toInstant(tx.now) })
      .where('id', '=', paymentId)
      .where('status', '=', 'pending')
      .execute()
    if (state.status === 'processing') await beginProcessing(tx, paymentId, state)
    else if (state.waiting) await beginWaiting(tx, paymentId, state.waiting)
  }
  return true
}

/** The payer is done, but the outcome is only known days later. */
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

/** The payer has a voucher or an account to transfer to, and days to use it. */
async function beginWaiting(tx: Tx, paymentId: string, { method, until, url }: WaitingState): Promise<void> {
  const payment = await updateTable(tx, 'payments')
    .set({
      waiting_since: toInstant(tx.now),
      waiting_until: until,
      instructions_url: url,
      card_brand: method,
      card_last4: '',
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .where('waiting_since', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (payment === undefined) return
  await record(tx, 'payment.waiting', {
    ...detailsOf(payment),
    by: payerOf(payment),
    method,
    until: until && (await booksDateOf(tx, payment.agency_id, until)),
  })
}

/** The provider determines the amounts of plan bills. */
async function namesTheCharge(tx: Tx, paymentId: string, { charged }: IntentState): Promise<boolean> {
  if (charged === undefined) return true
  const payment = await selectFrom(tx, 'payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (payment === undefined || payment.purpose === 'subscription') return true
  return verifyAmount(tx, payment, { exactly: charged.amount, currency: charged.currency })
}

/** Reports may be late, so the payment is dated when it succeeded. */
async function markSucceeded(tx: Tx, paymentId: string, state: IntentState): Promise<PaymentRow | null> {
  const now = toInstant(tx.now)
  const payment = await updateTable(tx, 'payments')
    .set({
      status: 'succeeded',
      provider_payment_id: state.id,
      receipt_number: receiptNumber(paymentId),
      failure_message: null,
      paid_at: state.at !== undefined && state.at < now ? state.at : now,
      updated_at: now,
      ...(state.card !== null && { card_brand: state.card.brand, card_last4: state.card.last4 }),
      ...(state.savedCard && { method_token: state.savedCard.id }),
    })
    .where('id', '=', paymentId)
    .where('status', 'in', ['pending', 'failed'])
    .returningAll()
    .executeTakeFirst()
  return payment ?? null
}

/** Saves the card for its payer if requested. */
async function keepCard(tx: Tx, payment: PaymentRow, state: IntentState): Promise<void> {
  if (!state.savedCard || payment.payer_user_id === null || payment.provider === 'manual') return
  const { payer_user_id: userId, provider, account } = payment
  await rememberCard(tx, { userId, provider, account }, state.savedCard)
}

/** Applies a received payment: invoice or credit, ledger entries dated by the payment, and activity. */
export async function completePayment(
  tx: Tx,
  payment: PaymentRow,
  by?: About['by'],
  { mailReceipt = true } = {},
): Promise<void> {
  const books = datedAt(tx, payment.paid_at)
  const wasPaid = payment.invoice_id === null || (await isPaid(tx, payment.invoice_id))
  const { invoice, surplus } =
    payment.invoice_id === null
      ? await bookReceived(books, payment)
      : await payInto(tx, books, { ...payment, invoice_id: payment.invoice_id })
  await record(tx, 'payment.succeeded', {
    ...detailsOf(payment),
    by,
    description: payment.description,
    invoice: invoice && { number: invoice.number, status: invoice.status },
    surplus,
  })
  if (invoice !== null && !wasPaid) await reportPaid(tx, invoice.id, payment.id)
  if (invoice !== null && mailReceipt) {
    const { id: paymentId, amount, payer_user_id: payerUserId } = payment
    await sendReceipt(tx, invoice, { amount, paymentId, payerUserId })
  }
}

interface Settled {
  invoice: MovedInvoice | null
  /** Minor units above the amount due. */
  surplus: number
}

/** One event for both sides; it appears in the payee's feed, or the payer's if the payee isn't an agency. */
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

/** A deposit remains the client's credit until it is applied to an invoice; other payments are income. */
async function bookReceived(books: Books, payment: PaymentRow): Promise<Settled> {
  if (payment.purpose === 'deposit') {
    await moveCredit(books, accountOf(payment), {
      kind: 'deposit',
      amount: payment.amount,
      description: payment.description,
      paymentId: payment.id,
    })
  } else await bookPayment(books, payment, payment.amount)
  return { invoice: null, surplus: 0 }
}

/** The invoice's paid amount includes everything received; an excess becomes client credit. */
async function payInto(tx: Tx, books: Books, payment: PaymentRow & { invoice_id: string }): Promise<Settled> {
  const { invoice_id, amount } = payment
  await noteSettled(tx, payment)
  const invoice = await moveInvoice(tx, invoice_id, { paid: amount, at: payment.paid_at })
  const description = `Overpayment: ${payment.description}`
  const kept = await keepSurplus(books, invoice_id, invoice, {
    kind: 'overpayment',
    paymentId: payment.id,
    description,
    most: amount,
  })
  // A payer without a credit account, such as an agency paying the platform, can still overpay.
  const over = kept > 0 ? 0 : Math.min(amount, surplusOf(invoice) - invoice.amount_written_off)
  const owed = amount - kept - Math.max(0, over)
  if (owed > 0) await bookPayment(books, payment, owed)
  if (over > 0) await bookPayment(books, { ...payment, description }, over)
  return { invoice, surplus: kept + Math.max(0, over) }
}

/** Remembers what it settles of the amount that refunds had made due, which isn't collected automatically. */
async function noteSettled(tx: Tx, { id, invoice_id, amount }: PaymentRow): Promise<void> {
  const { reopened } = await selectFrom(tx, 'invoices')
    .select('reopened')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  if (reopened === 0) return
  await updateTable(tx, 'payments')
    .set({ settled_reopened: Math.min(reopened, amount) })
    .where('id', '=', id)
    .execute()
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

/** The mail's content for the invoice's recipient, with a new pay link. */
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
