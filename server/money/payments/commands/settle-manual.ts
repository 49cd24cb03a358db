import type { z } from 'zod'
import type { PaymentDto } from '#shared/money/payments/payments.ts'
import type { settleManualInput } from '#shared/money/payments/schemas/payments.ts'
import { failedIntent } from '../../../base/adapters/payments/payment-provider.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { instantPaidOn } from '../../ledger/queries/open-days.ts'
import { completePayment, detailsOf, settlePayment } from '../charge/commands/settle-payment.ts'
import { getPayment } from '../queries/payments.ts'
import { isStranded } from '../queries/stranded.ts'
import { receiptNumber, requirePlausibleDay } from '../rules.ts'

/** Marks a payment as received or not: an announced transfer, or a debit whose account was disconnected. */
export function settleManualPayment(
  ctx: AgencyCtx,
  input: z.output<typeof settleManualInput>,
): Promise<PaymentDto> {
  return transact(ctx, async (tx) => {
    const stranded = await selectFrom(tx, 'payments')
      .select('provider_payment_id')
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .where(isStranded)
      .executeTakeFirst()
    if (stranded !== undefined && !input.received) {
      const failed = failedIntent('The payment did not arrive.')
      await settlePayment(tx, input.id, { ...failed, id: stranded.provider_payment_id ?? '' })
      return getPayment(tx, input.id)
    }
    const now = toInstant(ctx.now)
    const paidAt = input.received ? await instantPaidOn(tx, input) : null
    const payment = await updateTable(tx, 'payments')
      .set(
        input.received
          ? { status: 'succeeded', receipt_number: receiptNumber(input.id), paid_at: paidAt, updated_at: now }
          : { status: 'failed', failure_message: 'The transfer did not arrive.', updated_at: now },
      )
      .where('agency_id', '=', ctx.reach.agencyId)
      .where('id', '=', input.id)
      .$if(stranded === undefined, (query) => query.where('provider', '=', 'manual'))
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (payment === undefined) throw notFound('This payment')
    if (input.received && payment.invoice_id !== null) {
      const invoice = await selectFrom(tx, 'invoices')
        .select(['number', 'issued_on'])
        .where('id', '=', payment.invoice_id)
        .executeTakeFirst()
      if (invoice !== undefined) requirePlausibleDay(invoice, input)
    }
    if (input.received) {
      await completePayment(tx, payment, undefined, { mailReceipt: input.mail_receipt })
    } else await record(tx, 'payment.failed', { ...detailsOf(payment), transfer: true })
    return getPayment(tx, input.id)
  })
}
