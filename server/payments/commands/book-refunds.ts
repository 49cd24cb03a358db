import type { RefundState } from '../../adapters/payment-provider.ts'
import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { inAgency } from '../../core/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import { lockInvoiceFor } from '../../invoices/commands/claim.ts'
import { issueCreditNote } from '../../invoices/commands/issue-credit-note.ts'
import { moveInvoice } from '../../invoices/commands/move.ts'
import { amountDue } from '../../invoices/rules.ts'
import { amountRefunded, type PaymentRow, payerOf } from '../rules.ts'
import { bookPayment, type PaidInvoice } from './book-payment.ts'

/** Who gave money back, where a person asked for it. */
type Person = ReturnType<typeof payerOf>

/** Holds the payment's row until the transaction ends, so that its refunds add up. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow | undefined> {
  return updateTable(tx, 'payments')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst()
}

/** Takes in what the provider says was given back of a payment in all; the transaction reaches both sides. */
export async function reportRefunded(tx: Tx, paymentId: string, reported: number): Promise<void> {
  await lockPayment(tx, paymentId)
  await noteReported(tx, paymentId, reported)
  await bookRefunds(tx, paymentId)
}

/** Older events name less: the most that was ever named counts. */
export async function noteReported(tx: Tx, paymentId: string, reported: number): Promise<void> {
  await updateTable(tx, 'payments')
    .set({ refunds_reported: reported })
    .where('id', '=', paymentId)
    .where('refunds_reported', '<', reported)
    .execute()
}

/**
 * Takes in what the provider says of one refund: ours by our id, one made at the provider by its own. One
 * that has failed stays so, whatever an older event says.
 */
export async function reportRefund(
  tx: Tx,
  refund: { paymentId: string; refundId: string | null; amount: number; state: RefundState },
): Promise<void> {
  await lockPayment(tx, refund.paymentId)
  const { state } = refund
  const instant = toInstant(tx.now)
  const known = await selectFrom(tx, 'payment_refunds')
    .select(['id', 'status'])
    .where('payment_id', '=', refund.paymentId)
    .where((eb) => eb.or([eb('id', '=', refund.refundId ?? ''), eb('provider_refund_id', '=', state.id)]))
    .executeTakeFirst()
  const outcome = {
    status: state.status,
    failure_message: state.failure,
    provider_refund_id: state.id,
    updated_at: instant,
    ...(state.status === 'succeeded' && { refunded_at: instant }),
  }
  if (known === undefined) {
    await insertInto(tx, 'payment_refunds')
      .values({
        id: newId(),
        payment_id: refund.paymentId,
        amount: refund.amount,
        reason: null,
        requested_by: null,
        idempotency_key: `provider:${state.id}`,
        request_key: null,
        refunded_at: null,
        created_at: instant,
        ...outcome,
      })
      .execute()
  } else {
    await updateTable(tx, 'payment_refunds')
      .set(outcome)
      .where('id', '=', known.id)
      .where('status', '!=', state.status)
      .where('status', '!=', 'failed')
      .execute()
  }
  await bookRefunds(tx, refund.paymentId)
}

/**
 * Brings invoice, books and status in line with what was given back by now. It books the difference to
 * what is booked already, so that the same answer twice, in any order or at once, moves money once.
 */
export async function bookRefunds(tx: Tx, paymentId: string, refundedBy?: Person): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment === undefined || (payment.status !== 'succeeded' && payment.status !== 'refunded')) return
  const refunds = await selectFrom(tx, 'payment_refunds')
    .select(['amount', 'status', 'provider_refund_id'])
    .where('payment_id', '=', paymentId)
    .execute()
  const refunded = amountRefunded(payment, refunds)
  const difference = refunded - payment.refunded
  if (difference === 0) return
  await updateTable(tx, 'payments')
    .set({
      refunded,
      status: refunded === payment.amount ? 'refunded' : 'succeeded',
      refunded_at: refunded === 0 ? null : toInstant(tx.now),
      updated_at: toInstant(tx.now),
    })
    .where('id', '=', paymentId)
    .execute()
  await bookPayment(tx, payment, -difference, await giveBack(tx, payment, difference))
  await creditRefunds(tx, payment)
  const event = {
    id: paymentId,
    agencyId: payment.agency_id ?? payment.payer_agency_id,
    clientId: payment.client_id,
    by: refundedBy ?? payerOf(payment),
    payerName: payment.payer_name,
    currency: payment.currency,
  }
  if (difference < 0) await record(tx, 'payment.refund-failed', { ...event, amount: -difference })
  else await record(tx, 'payment.refunded', { ...event, amount: payment.amount, refunded: difference })
}

/** Refunds that were asked for with a credit note take the amount off the invoice, which stays settled. */
async function creditRefunds(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.invoice_id === null || payment.agency_id === null) return
  const due = await selectFrom(tx, 'payment_refunds')
    .select(['id', 'amount', 'reason', 'requested_by'])
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'succeeded')
    .where('credits', '=', 1)
    .where('credit_note_id', 'is', null)
    .execute()
  const agency = inAgency(tx, { agencyId: payment.agency_id })
  for (const { id, amount, reason, requested_by } of due) {
    const invoice = await lockInvoiceFor(agency, payment.invoice_id, ['sent', 'overdue', 'paid'])
    // Money beyond the invoice was never owed: giving it back needs no credit.
    const credited = Math.min(amount, amountDue(invoice))
    if (credited === 0) continue
    const creditNoteId = await issueCreditNote(agency, payment.invoice_id, {
      amount: credited,
      reason: reason ?? 'Refund',
      createdBy: requested_by ?? payment.agency_id,
    })
    await updateTable(tx, 'payment_refunds')
      .set({ credit_note_id: creditNoteId })
      .where('id', '=', id)
      .execute()
  }
}

/** The invoice's paid amount follows (a negative one: a refund that failed is taken back). */
async function giveBack(tx: Tx, payment: PaymentRow, amount: number): Promise<PaidInvoice | null> {
  if (payment.invoice_id === null) return null
  const invoice = await moveInvoice(tx, payment.invoice_id, { paid: -amount })
  return { ...invoice, before: invoice.amount_paid + amount }
}
