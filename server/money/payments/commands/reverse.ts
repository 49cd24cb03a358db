import type { z } from 'zod'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import type { reversePaymentInput } from '#shared/money/payments/schemas/payments.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId } from '../../../base/db/values.ts'
import { booksDateOf, datedAt, openDay, requireConfirmed } from '../../ledger/queries/open-days.ts'
import { getPayment } from '../queries/payments.ts'
import { refund } from './refund.ts'

/** Reverses a payment that the owner recorded by mistake, for instance on the wrong invoice. */
export function reverseByHand(
  ctx: AgencyCtx,
  { id, confirm_period: confirmed }: z.output<typeof reversePaymentInput>,
): Promise<PaymentDto> {
  return transact(ctx, async (tx) => {
    const { paid_at: paidAt } = await requireReversible(tx, id)
    const match = await selectFrom(tx, 'bank_matches')
      .select('id')
      .where('agency_id', '=', tx.reach.agencyId)
      .where('payment_id', '=', id)
      .executeTakeFirst()
    if (match !== undefined) {
      throw new AppError('CONFLICT', 'A bank line is matched with this payment. Undo that match first.', {
        reason: 'matched',
      })
    }
    const { agencyId } = tx.reach
    const booked = await openDay(tx, agencyId, await booksDateOf(tx, agencyId, paidAt))
    if (booked.state === 'locked') requireConfirmed(booked.until, confirmed)
    await reversePayment(tx, id, 'The payment was recorded by mistake.')
    return getPayment(tx, id)
  })
}

async function requireReversible(tx: Tx<AgencyCtx>, id: string): Promise<{ paid_at: string }> {
  const payment = await selectFrom(tx, 'payments')
    .select(['provider', 'status', 'paid_at'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment === undefined) throw notFound('This payment')
  if (payment.provider !== 'manual') {
    throw new AppError('CONFLICT', 'Only a recorded payment can be reversed. Refund this one instead.')
  }
  if (payment.status !== 'succeeded' || payment.paid_at === null) {
    throw new AppError('CONFLICT', 'Only a received payment can be reversed.')
  }
  return { paid_at: payment.paid_at }
}

/**
 * Reverses what isn't refunded of a received payment on the payment's own day, as no money moved back; another
 * payment remains unchanged.
 */
export async function reversePayment(tx: Tx<AgencyCtx>, id: string, reason: string): Promise<void> {
  await requireNoRefundByLine(tx, id)
  const payment = await selectFrom(tx, 'payments')
    .select(['amount', 'refunded', 'status', 'paid_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (payment === undefined || payment.status !== 'succeeded') return
  const amount = payment.amount - payment.refunded
  const form = { id, amount, reason, credit: false, request_id: newId() }
  await refund(datedAt(tx, payment.paid_at), form, { reverses: true })
}

/** Undoing the line's match later would leave its part of the payment as received. */
async function requireNoRefundByLine(tx: Tx<AgencyCtx>, id: string): Promise<void> {
  const match = await selectFrom(tx, 'bank_matches')
    .innerJoin('payment_refunds', 'payment_refunds.id', 'bank_matches.refund_id')
    .select('bank_matches.id')
    .where('bank_matches.agency_id', '=', tx.reach.agencyId)
    .where('bank_matches.booked', '=', 1)
    .where('payment_refunds.payment_id', '=', id)
    .where('payment_refunds.status', '=', 'succeeded')
    .executeTakeFirst()
  if (match === undefined) return
  const message = 'A bank line refunded a part of this payment. Undo that match first.'
  throw new AppError('CONFLICT', message, { reason: 'refund_matched' })
}
