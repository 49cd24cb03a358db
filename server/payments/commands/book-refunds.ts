import { formatCharged } from '#shared/money.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { newId, toInstant } from '../../db/values.ts'
import { moveInvoice } from '../../invoices/commands/settle.ts'
import type { RefundState } from '../../services/payment-provider.ts'
import { amountRefunded, payerScope } from '../rules.ts'
import { type PaymentRow, postPayment, recordPayment } from './post.ts'

/** Holds the payment's row until the transaction ends, so that its refunds add up. */
export async function lockPayment(trx: Trx, paymentId: string): Promise<PaymentRow | undefined> {
  return trx
    .updateTable('payments')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirst()
}

/** Takes in what the provider says was given back of a payment in all. */
export async function reportRefunded(
  trx: Trx,
  now: Date,
  paymentId: string,
  reported: number,
): Promise<void> {
  await lockPayment(trx, paymentId)
  await noteReported(trx, paymentId, reported)
  await bookRefunds(trx, now, paymentId)
}

/** Older news names less: the most that was ever named counts. */
export async function noteReported(trx: Trx, paymentId: string, reported: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ refunds_reported: reported })
    .where('id', '=', paymentId)
    .where('refunds_reported', '<', reported)
    .execute()
}

/**
 * Takes in what the provider says of one refund: ours by our id, one made at the provider by its own. One
 * that has failed stays so, whatever older news says.
 */
export async function reportRefund(
  trx: Trx,
  now: Date,
  refund: { paymentId: string; refundId: string | null; amount: number; state: RefundState },
): Promise<void> {
  await lockPayment(trx, refund.paymentId)
  const { state } = refund
  const instant = toInstant(now)
  const known = await trx
    .selectFrom('payment_refunds')
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
    await trx
      .insertInto('payment_refunds')
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
    await trx
      .updateTable('payment_refunds')
      .set(outcome)
      .where('id', '=', known.id)
      .where('status', '!=', state.status)
      .where('status', '!=', 'failed')
      .execute()
  }
  await bookRefunds(trx, now, refund.paymentId)
}

/**
 * Brings invoice, books and status in line with what was given back by now. It books the difference to
 * what is booked already, so that the same news twice, in any order or at once, moves money once.
 */
export async function bookRefunds(trx: Trx, now: Date, paymentId: string, actor?: Scope): Promise<void> {
  const payment = await lockPayment(trx, paymentId)
  if (payment === undefined || (payment.status !== 'succeeded' && payment.status !== 'refunded')) return
  const refunds = await trx
    .selectFrom('payment_refunds')
    .select(['amount', 'status', 'provider_refund_id'])
    .where('payment_id', '=', paymentId)
    .execute()
  const refunded = amountRefunded(payment, refunds)
  const difference = refunded - payment.refunded
  if (difference === 0) return
  await trx
    .updateTable('payments')
    .set({
      refunded,
      status: refunded === payment.amount ? 'refunded' : 'succeeded',
      refunded_at: refunded === 0 ? null : toInstant(now),
      updated_at: toInstant(now),
    })
    .where('id', '=', paymentId)
    .execute()
  await postPayment(trx, now, payment, -difference, await projectOf(trx, now, payment, -difference))
  await recordPayment(trx, actor ?? payerScope(payment, now), payment, wordsOf(payment, difference))
}

/** The invoice's paid amount follows; its project gets the entry. */
async function projectOf(trx: Trx, now: Date, payment: PaymentRow, paid: number): Promise<string | null> {
  if (payment.invoice_id === null) return null
  await moveInvoice(trx, now, payment.invoice_id, { paid })
  const invoice = await trx
    .selectFrom('invoices')
    .select('project_id')
    .where('id', '=', payment.invoice_id)
    .executeTakeFirst()
  return invoice?.project_id ?? null
}

function wordsOf(payment: PaymentRow, difference: number): { action: string; summary: string } {
  const money = (amount: number) => formatCharged(amount, payment.currency)
  if (difference < 0) {
    return {
      action: 'payment.refund-failed',
      summary: `A refund of ${money(-difference)} to ${payment.payer_name} failed`,
    }
  }
  const amount =
    difference === payment.amount ? money(difference) : `${money(difference)} of ${money(payment.amount)}`
  return { action: 'payment.refunded', summary: `${amount} refunded to ${payment.payer_name}` }
}
