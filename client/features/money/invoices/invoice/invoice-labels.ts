import type { Tone } from '#client/components/marks/status-badge.tsx'
import { titled } from '#client/lib/labels.ts'
import type { InvoiceDto, RecurringFrequency } from '#shared/money/invoices/invoices.ts'
import { settledBy } from '#shared/money/invoices/settled.ts'

/** Whether the invoice is partly paid. */
const isPartial = (invoice: InvoiceDto): boolean =>
  invoice.kind === 'invoice' && invoice.amount_paid + invoice.amount_applied > 0 && invoice.amount_due > 0

/** The status label. */
export function statusLabel(invoice: InvoiceDto): string {
  const how = settledBy(invoice)
  if (how === 'written_off') return 'Written off'
  if (how === 'credited') return 'Credited'
  if (how === 'partly_credited') return 'Paid, partly credited'
  return isPartial(invoice) ? `${titled(invoice.status)}, partly paid` : titled(invoice.status)
}

/** A written-off or credited invoice is settled but not shown as a success. */
export const statusTone = (invoice: InvoiceDto): Tone | undefined =>
  ['written_off', 'credited'].includes(settledBy(invoice) ?? '') ? 'neutral' : undefined

/** The invoice's number, or its title before it has one. */
export const invoiceName = (invoice: Pick<InvoiceDto, 'number' | 'title'>): string =>
  invoice.number === null ? invoice.title : `${invoice.number} ${invoice.title}`

export const FREQUENCY_LABELS: Record<RecurringFrequency, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
}
