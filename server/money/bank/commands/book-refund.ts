import { formatDate } from '#shared/base/format.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { booksDateOf, datedAt, instantPaidOn } from '../../ledger/queries/open-days.ts'
import { refund } from '../../payments/commands/refund.ts'
import { requirePayment } from '../queries/payments.ts'
import { type BookedRefund, findRefund } from '../queries/refunds.ts'
import type { BookedPart, LineToBook } from '../rules/booked-part.ts'
import { bookExchange, isForeign } from './book-exchange.ts'

/** Records that the line returned a payment, or a part of it, to the client. */
export async function bookRefund(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  { payment_id: id, amount, settles, confirm_difference }: BankPart & { kind: 'refund' },
): Promise<BookedPart> {
  const payment = await requirePayment(tx, id)
  const { currency } = payment
  const foreign = await isForeign(tx, line, { what: 'This payment', currency, amounts: [settles, amount] })
  const { agencyId } = tx.reach
  const paidOn = payment.paid_at === null ? '' : await booksDateOf(tx, agencyId, payment.paid_at)
  if (line.booked_on < paidOn) {
    throw new AppError('BAD_REQUEST', `This payment arrived on ${formatDate(paidOn)}, after this line.`)
  }
  const requestId = newId()
  const at = await instantPaidOn(tx, { paid_on: line.booked_on, confirm_period: true }, LATER)
  const reason = line.text.slice(0, 500) || 'Refund by bank transfer'
  const form = { id, amount: settles ?? amount, reason, credit: false, request_id: requestId }
  await refund(datedAt(tx, at), form)
  const { id: refundId } = await selectFrom(tx, 'payment_refunds')
    .select('id')
    .where('request_key', '=', `${tx.actor.userId}:${requestId}`)
    .executeTakeFirstOrThrow()
  const booked = foreign ? await findRefund(tx, refundId) : undefined
  const confirmed = confirm_difference
  return {
    kind: 'refund',
    amount: -amount,
    booked: true,
    refund_id: refundId,
    ...ofPayment(payment),
    ...(booked !== undefined && (await bookDifferenceOf(tx, line, booked, { amount, confirmed }))),
  }
}

const LATER = 'Refund the payment in its history today, and match the line with that refund.'

const ofPayment = ({ client_id, invoice_id }: { client_id: string | null; invoice_id: string | null }) => ({
  ...(client_id !== null && { client_id }),
  ...(invoice_id !== null && { invoice_id }),
})

const bookDifferenceOf = (
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  found: BookedRefund,
  paid: { amount: number; confirmed: boolean | undefined },
) =>
  bookExchange(tx, line, found, { kind: 'refund', at: found.refunded_at, booked: found.base_amount, ...paid })

/** It entered the ledger on its own day, even in a period that has since been closed. */
export async function linkRefund(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  { refund_id: id, amount, confirm_difference: confirmed }: BankPart & { kind: 'entered_refund' },
): Promise<BookedPart> {
  const found = await findRefund(tx, id)
  if (found === undefined) throw notFound('This refund')
  const { currency } = found
  const foreign = await isForeign(tx, line, {
    what: 'This refund',
    currency,
    amounts: [found.amount, amount],
  })
  const paid = (foreign ? amount : undefined) ?? found.amount
  return {
    kind: 'refund',
    amount: -paid,
    booked: false,
    refund_id: id,
    ...ofPayment(found),
    ...(foreign && (await bookDifferenceOf(tx, line, found, { amount: paid, confirmed }))),
  }
}
