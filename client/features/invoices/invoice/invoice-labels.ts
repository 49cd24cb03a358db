import { titled } from '#client/lib/labels.ts'
import type { InvoiceDto, RecurringFrequency } from '#shared/invoices.ts'

/** Whether the invoice is partly paid. */
const isPartial = (invoice: InvoiceDto): boolean =>
  invoice.kind === 'invoice' && invoice.amount_paid > 0 && invoice.amount_due > 0

/** The status label. */
export const statusLabel = (invoice: InvoiceDto): string =>
  isPartial(invoice) ? `${titled(invoice.status)}, partly paid` : titled(invoice.status)

/** The invoice's number, or its title before it has one. */
export const invoiceName = (invoice: Pick<InvoiceDto, 'number' | 'title'>): string =>
  invoice.number === null ? invoice.title : `${invoice.number} ${invoice.title}`

export const FREQUENCY_LABELS: Record<RecurringFrequency, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
}
