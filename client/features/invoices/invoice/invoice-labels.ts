import { titled } from '#client/lib/labels.ts'
import type { InvoiceDto, RecurringFrequency } from '#shared/invoices.ts'

/** Whether something was paid, with more to come. */
const isPartial = (invoice: InvoiceDto): boolean =>
  invoice.kind === 'invoice' && invoice.amount_paid > 0 && invoice.amount_due > 0

/** The word for where the invoice stands, for whoever looks at it. */
export const statusLabel = (invoice: InvoiceDto): string =>
  isPartial(invoice) ? `${titled(invoice.status)}, partly paid` : titled(invoice.status)

/** What an invoice is called before it has a number, too. */
export const invoiceName = (invoice: Pick<InvoiceDto, 'number' | 'title'>): string =>
  invoice.number === null ? invoice.title : `${invoice.number} ${invoice.title}`

export const FREQUENCY_LABELS: Record<RecurringFrequency, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
}
