import type { InvoiceDto } from './invoices.ts'

type Settled = Pick<
  InvoiceDto,
  'status' | 'amount_paid' | 'amount_applied' | 'amount_credited' | 'amount_written_off'
>

/** How an invoice was settled: its status `paid` includes write-offs and credit notes. Null while it is open. */
export function settledBy(invoice: Settled): 'paid' | 'credited' | 'written_off' | null {
  if (invoice.amount_written_off > 0) return 'written_off'
  if (invoice.status !== 'paid') return null
  const received = invoice.amount_paid + invoice.amount_applied
  return invoice.amount_credited > 0 && received <= 0 ? 'credited' : 'paid'
}
