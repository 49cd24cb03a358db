import type { z } from 'zod'
import type { PaymentDto, settleManualInput } from '#shared/payments.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getPayment } from '../queries/payments.ts'
import { receiptNumber } from '../rules.ts'
import { completePayment, detailsOf } from './settle-payment.ts'

/** Says whether an announced transfer arrived. */
export function settleManualPayment(
  ctx: AgencyCtx,
  input: z.output<typeof settleManualInput>,
): Promise<PaymentDto> {
  return transact(ctx, async (tx) => {
    const now = toInstant(ctx.now)
    const payment = await updateTable(tx, 'payments')
      .set(
        input.received
          ? { status: 'succeeded', receipt_number: receiptNumber(input.id), paid_at: now, updated_at: now }
          : { status: 'failed', failure_message: 'The transfer did not arrive.', updated_at: now },
      )
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .where('provider', '=', 'manual')
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (payment === undefined) throw notFound('This payment')
    if (input.received) await completePayment(tx, payment)
    else await record(tx, 'payment.failed', { ...detailsOf(payment), transfer: true })
    return getPayment(tx, input.id)
  })
}
