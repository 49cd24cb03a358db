import { formatCharged } from '../../base/amounts/money.ts'
import type { InvoiceDto } from './invoices.ts'

type Settled = Pick<
  InvoiceDto,
  'status' | 'amount_paid' | 'amount_applied' | 'amount_credited' | 'amount_written_off'
>

/** How an invoice was settled: its status `paid` includes write-offs and credit notes. Null while it is open. */
export function settledBy(invoice: Settled): 'paid' | 'partly_credited' | 'credited' | 'written_off' | null {
  if (invoice.status !== 'paid') return null
  if (invoice.amount_written_off > 0) return 'written_off'
  const received = invoice.amount_paid + invoice.amount_applied
  if (invoice.amount_credited <= 0) return 'paid'
  return received > 0 ? 'partly_credited' : 'credited'
}

/** Why a settled invoice can't be paid anymore, for the payer. */
export function settledWords(invoice: Settled & Pick<InvoiceDto, 'currency'>): {
  title: string
  message: string
} {
  const how = settledBy(invoice)
  if (how === 'credited') return { title: 'Invoice credited', message: 'Nothing is due on this invoice.' }
  if (how !== 'partly_credited') {
    return { title: 'Invoice Paid', message: 'This invoice has already been paid in full.' }
  }
  const credited = formatCharged(invoice.amount_credited, invoice.currency)
  return {
    title: 'Invoice settled',
    message: `${credited} of this invoice was credited and the rest was paid. Nothing is due on it.`,
  }
}

/** Whether the invoice is partly paid. */
const isPartial = (invoice: InvoiceDto): boolean =>
  invoice.kind === 'invoice' && invoice.amount_paid + invoice.amount_applied > 0 && invoice.amount_due > 0

/** Whether it is a credit note that was issued: it lowers what is due, so it has no due date or payment status. */
export const isIssuedCredit = (invoice: InvoiceDto): invoice is InvoiceDto & { issued_on: string } =>
  invoice.kind === 'credit_note' && invoice.issued_on !== null

/** The status that gives its color: a written-off or credited invoice is settled but not shown as a success. */
export function shownStatus(invoice: InvoiceDto): string {
  if (isIssuedCredit(invoice)) return 'credited'
  const how = settledBy(invoice)
  return how === 'written_off' || how === 'credited' ? how : invoice.status
}

/** An invoice's status in words. */
export function statusLabel(invoice: InvoiceDto): string {
  if (isIssuedCredit(invoice)) return 'Credit note'
  const how = settledBy(invoice)
  if (how === 'written_off') return 'Written off'
  if (how === 'credited') return 'Credited'
  if (how === 'partly_credited') return 'Paid, partly credited'
  const status = invoice.status.charAt(0).toUpperCase() + invoice.status.slice(1)
  return isPartial(invoice) ? `${status}, partly paid` : status
}
