import type { InvoiceDto } from './invoices.ts'
import { settledBy } from './settled.ts'

/** Whether the invoice is partly paid. */
const isPartial = (invoice: InvoiceDto): boolean =>
  invoice.kind === 'invoice' && invoice.amount_paid + invoice.amount_applied > 0 && invoice.amount_due > 0

/** The status that gives its color: a written-off or credited invoice is settled but not shown as a success. */
export function shownStatus(invoice: InvoiceDto): string {
  const how = settledBy(invoice)
  return how === 'written_off' || how === 'credited' ? how : invoice.status
}

/** An invoice's status in words. */
export function statusLabel(invoice: InvoiceDto): string {
  const how = settledBy(invoice)
  if (how === 'written_off') return 'Written off'
  if (how === 'credited') return 'Credited'
  if (how === 'partly_credited') return 'Paid, partly credited'
  const status = invoice.status.charAt(0).toUpperCase() + invoice.status.slice(1)
  return isPartial(invoice) ? `${status}, partly paid` : status
}
