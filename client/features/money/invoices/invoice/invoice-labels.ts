import type { InvoiceDto, RecurringFrequency } from '#shared/money/invoices/invoices.ts'

/** The invoice's number, or its title before it has one. */
export const invoiceName = (invoice: Pick<InvoiceDto, 'number' | 'title'>): string =>
  invoice.number === null ? invoice.title : `${invoice.number} ${invoice.title}`

export const FREQUENCY_LABELS: Record<RecurringFrequency, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
}
