import { formatDate } from '#shared/base/format.ts'
import type { InvoiceDto, RecurringFrequency, SupplyPeriod } from '#shared/money/invoices/invoices.ts'
import { isIssuedCredit } from '#shared/money/invoices/settled.ts'

/** The invoice's number, or its title before it has one. */
export const invoiceName = (invoice: Pick<InvoiceDto, 'number' | 'title'>): string =>
  invoice.number === null ? invoice.title : `${invoice.number} ${invoice.title}`

/** "Due Dec 24, 2026"; of a credit note, when it was issued. */
export const invoiceDate = (invoice: InvoiceDto): string =>
  isIssuedCredit(invoice) ? `Issued ${formatDate(invoice.issued_on)}` : `Due ${formatDate(invoice.due_next)}`

/** In minor units; negative for a credit note, which lowers what is due. */
export const listedAmount = (invoice: InvoiceDto): number =>
  isIssuedCredit(invoice) ? -invoice.amount : invoice.amount

export const FREQUENCY_LABELS: Record<RecurringFrequency, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
}

const PERIODS: Record<RecurringFrequency, string> = {
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
}

/** The periods of supply that a recurring invoice can state. */
export const supplyLabels = (frequency: RecurringFrequency): Record<SupplyPeriod, string> => ({
  previous: `Previous calendar ${PERIODS[frequency]}`,
  current: `Current calendar ${PERIODS[frequency]}`,
  next: `Next calendar ${PERIODS[frequency]}`,
  until_invoice: 'Since the previous invoice',
  from_invoice: 'Until the next invoice',
})
