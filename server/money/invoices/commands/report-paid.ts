import type { Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** Whether it was settled by more than a write-off. */
export async function isPaid(tx: Tx, invoiceId: string): Promise<boolean> {
  return (await paidInvoice(tx, invoiceId)) !== undefined
}

const paidInvoice = (tx: Tx, invoiceId: string) =>
  selectFrom(tx, 'invoices')
    .select(['agency_id', 'client_id', 'number', 'total', 'currency'])
    .where('id', '=', invoiceId)
    .where('status', '=', 'paid')
    .where('paid_at', 'is not', null)
    .executeTakeFirst()

/** Records that an invoice is paid, if it is; the caller knows that it wasn't before. */
export async function reportPaid(tx: Tx, invoiceId: string, paymentId: string | null = null): Promise<void> {
  const invoice = await paidInvoice(tx, invoiceId)
  if (invoice === undefined) return
  await record(tx, 'invoice.paid', {
    id: invoiceId,
    agencyId: invoice.agency_id,
    clientId: invoice.client_id,
    number: invoice.number,
    amount: invoice.total,
    currency: invoice.currency,
    paymentId,
  })
}
