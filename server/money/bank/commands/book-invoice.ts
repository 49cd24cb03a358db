import type { BankPart } from '#shared/money/bank/bank.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { newId } from '../../../base/db/values.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { bookDifference } from '../../invoices/commands/book-difference.ts'
import { datedAt } from '../../ledger/queries/open-days.ts'
import { recordManualPayment } from '../../payments/commands/record-manual.ts'
import { type BookedPart, inOtherCurrency, type LineToBook } from '../rules/booked-part.ts'
import { requireNearRate } from '../rules/foreign.ts'

/** Pays the invoice; what a line in the base currency brings above or below its rate is an exchange difference. */
export async function bookInvoice(
  tx: Tx<AgencyCtx>,
  line: LineToBook,
  { invoice_id, amount, settles, confirm_difference }: BankPart & { kind: 'invoice' },
  mailReceipt: boolean,
): Promise<BookedPart> {
  const invoice = await selectFrom(tx, 'invoices')
    .select(['id', 'agency_id', 'client_id', 'project_id', 'currency', 'number'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', invoice_id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  const isForeign = invoice.currency !== line.currency
  const inBase = line.currency === (await agencyCurrency(tx, tx.reach.agencyId))
  if (isForeign && !(inBase && settles !== undefined)) {
    throw inOtherCurrency(`Invoice ${invoice.number ?? ''}`.trim(), invoice.currency, line)
  }
  if (!isForeign && settles !== undefined && settles !== amount) {
    throw new AppError('BAD_REQUEST', 'An invoice in the line’s currency is paid with the same amount.')
  }
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
  let differenceId: string | null = null
  if (isForeign) {
    const { paid_at } = await selectFrom(tx, 'payments')
      .select('paid_at')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow()
    const booked = await bookedFor(tx, payment.id)
    requireNearRate(amount, booked, line.currency, confirm_difference)
    differenceId = await bookDifference(datedAt(tx, paid_at), invoice, amount - booked, payment.id)
  }
  return {
    kind: 'invoice',
    amount,
    booked: true,
    invoice_id,
    payment_id: payment.id,
    ...(invoice.client_id !== null && { client_id: invoice.client_id }),
    ...(differenceId !== null && { difference_id: differenceId }),
  }
}

/** The payment in base currency at the rate of its invoice. */
async function bookedFor(tx: Tx<AgencyCtx>, paymentId: string): Promise<number> {
  const entries = await selectFrom(tx, 'ledger_entries')
    .select('base_amount')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('payment_id', '=', paymentId)
    .execute()
  return entries.reduce((sum, { base_amount }) => {
    if (base_amount !== null) return sum + base_amount
    throw new AppError('BAD_REQUEST', 'Enter the exchange rate of this invoice first.')
  }, 0)
}
