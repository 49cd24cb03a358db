import { formatDate } from '#shared/base/format.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { booksDateOf, datedAt, instantPaidOn } from '../../ledger/queries/open-days.ts'
import { refund } from '../../payments/commands/refund.ts'
import { type BookedPart, inOtherCurrency, type LineToBook } from '../rules/booked-part.ts'

/** Records that the line returned a payment, or a part of it, to the client. */
export async function bookRefund(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  { payment_id: id, amount }: BankPart & { kind: 'refund' },
): Promise<BookedPart> {
  const payment = await selectFrom(tx, 'payments')
    .select(['currency', 'client_id', 'invoice_id', 'paid_at'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payee', '=', 'agency')
    .where('provider', '=', 'manual')
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment === undefined) throw notFound('This payment')
  if (payment.currency !== line.currency) throw inOtherCurrency('This payment', payment.currency, line)
  const { agencyId } = tx.reach
  const paidOn = payment.paid_at === null ? '' : await booksDateOf(tx, agencyId, payment.paid_at)
  if (line.booked_on < paidOn) {
    throw new AppError('BAD_REQUEST', `This payment arrived on ${formatDate(paidOn)}, after this line.`)
  }
  const requestId = newId()
  const at = await instantPaidOn(tx, { paid_on: line.booked_on, confirm_period: true }, LATER)
  const reason = line.text.slice(0, 500) || 'Refund by bank transfer'
  await refund(datedAt(tx, at), { id, amount, reason, credit: false, request_id: requestId })
  const { id: refundId } = await selectFrom(tx, 'payment_refunds')
    .select('id')
    .where('request_key', '=', `${tx.actor.userId}:${requestId}`)
    .executeTakeFirstOrThrow()
  return { kind: 'refund', amount: -amount, booked: true, refund_id: refundId, ...ofPayment(payment) }
}

const LATER = 'Refund the payment in its history today, and match the line with that refund.'

const ofPayment = ({ client_id, invoice_id }: { client_id: string | null; invoice_id: string | null }) => ({
  ...(client_id !== null && { client_id }),
  ...(invoice_id !== null && { invoice_id }),
})

/** It entered the ledger on its own day, also in a period that is closed by now. */
export async function linkRefund(tx: Tx<AgencyCtx>, line: LineToBook, id: string): Promise<BookedPart> {
  const found = await selectFrom(tx, 'payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .select(['payment_refunds.amount', 'payments.currency', 'payments.client_id', 'payments.invoice_id'])
    .where('payments.agency_id', '=', tx.reach.agencyId)
    .where('payments.payee', '=', 'agency')
    .where('payments.provider', '=', 'manual')
    .where('payment_refunds.id', '=', id)
    .where('payment_refunds.status', '=', 'succeeded')
    .where('payment_refunds.reverses', '=', 0)
    .executeTakeFirst()
  if (found === undefined) throw notFound('This refund')
  if (found.currency !== line.currency) throw inOtherCurrency('This refund', found.currency, line)
  return { kind: 'refund', amount: -found.amount, booked: false, refund_id: id, ...ofPayment(found) }
}
