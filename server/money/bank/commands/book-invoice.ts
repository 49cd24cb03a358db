import type { BankPart } from '#shared/money/bank/bank.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { recordManualPayment } from '../../payments/commands/record-manual.ts'
import { requirePayment } from '../queries/payments.ts'
import type { BookedPart, LineToBook } from '../rules/booked-part.ts'
import { bookPaid, isForeign } from './book-exchange.ts'

/** Pays the invoice; what a line in the base currency brings above or below its rate is an exchange difference. */
export async function bookInvoice(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  { invoice_id, amount, settles, confirm_difference }: BankPart & { kind: 'invoice' },
  mailReceipt: boolean,
): Promise<BookedPart> {
  const invoice = await selectFrom(tx, 'invoices')
    .select(['client_id', 'currency', 'number'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', invoice_id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  const { currency, number } = invoice
  const what = `Invoice ${number ?? ''}`.trim()
  const foreign = await isForeign(tx, line, { what, currency, amounts: [settles, amount] })
  const payment = await recordManualPayment(tx, {
    invoice_id,
    amount: settles ?? amount,
    method: 'bank',
    description: null,
    paid_on: line.booked_on,
    confirm_period: true,
    confirm_day: true,
    received: true,
    mail_receipt: mailReceipt,
    request_id: newId(),
  })
  return {
    kind: 'invoice',
    amount,
    booked: true,
    invoice_id,
    payment_id: payment.id,
    ...(invoice.client_id !== null && { client_id: invoice.client_id }),
    ...(foreign &&
      (await bookPaid(tx, line, await requirePayment(tx, payment.id), {
        amount,
        confirmed: confirm_difference,
      }))),
  }
}
