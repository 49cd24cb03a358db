import { formatDate, formatInstantDate } from '#client/lib/time/dates.ts'
import { formatMoney, sum } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { settledBy } from '#shared/money/invoices/settled.ts'

export interface Step {
  label: string
  /** The date, or what the step is waiting for. */
  when: string | null
  /** `late` means overdue. */
  state: 'done' | 'open' | 'late'
}

type TimelineInvoice = Pick<
  InvoiceDocumentDto,
  | 'kind'
  | 'status'
  | 'manageable'
  | 'created_at'
  | 'issued_on'
  | 'sent_at'
  | 'viewed_at'
  | 'paid_at'
  | 'due_next'
  | 'amount'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_applied'
  | 'amount_credited'
  | 'amount_written_off'
  | 'written_off_on'
  | 'currency'
  | 'receipts'
>

/**
 * The document's steps: drafted, sent, viewed and paid, with each payment; payers see those from its issue
 * on.
 */
export function timelineOf(
  invoice: TimelineInvoice,
  { zone, booksZone }: { zone: string; booksZone: string },
): Step[] {
  const day = (instant: string) => formatInstantDate(instant, zone)
  const steps: Step[] = []
  if (invoice.manageable) {
    steps.push({ label: 'Draft', when: day(invoice.created_at), state: 'done' })
    steps.push(step('Sent', invoice.sent_at, day))
    if (invoice.status === 'void') return [...steps, { label: 'Void', when: null, state: 'done' }]
    steps.push(step('Viewed', invoice.viewed_at, day))
  } else {
    const issued = invoice.issued_on
    steps.push({ label: 'Issued', when: issued === null ? null : formatDate(issued), state: 'done' })
    if (invoice.status === 'void') return [...steps, { label: 'Void', when: null, state: 'done' }]
  }
  if (invoice.kind === 'credit_note') return steps
  // The last receipt is the one that paid it in full, unless credit settled a part.
  const received = sum(invoice.receipts.map(({ amount }) => amount))
  const paysAll = settledBy(invoice) === 'paid' && invoice.paid_at !== null && received >= invoice.amount
  const parts = paysAll ? invoice.receipts.slice(0, -1) : invoice.receipts
  for (const { paid_on, amount } of parts) {
    const label = `${formatMoney(amount, invoice.currency)} paid`
    steps.push({ label, when: formatDate(paid_on), state: 'done' })
  }
  return [...steps, lastOf(invoice, booksZone)]
}

const step = (label: string, instant: string | null, day: (instant: string) => string): Step =>
  instant === null ? { label, when: 'Not yet', state: 'open' } : { label, when: day(instant), state: 'done' }

function lastOf(invoice: TimelineInvoice, booksZone: string): Step {
  const { written_off_on, amount_written_off, paid_at, status, due_next } = invoice
  if (status === 'paid' && amount_written_off > 0) {
    return { label: 'Written off', when: written_off_on && formatDate(written_off_on), state: 'done' }
  }
  if (status === 'paid') {
    const how = settledBy(invoice)
    const label = how === 'credited' ? 'Credited' : how === 'partly_credited' ? 'Settled' : 'Paid'
    // Once it is paid, a later credit note doesn't change the date.
    const lastReceipt = invoice.receipts.at(-1)
    const when = paid_at && formatInstantDate(paid_at, booksZone)
    const isCreditedLater = how !== 'paid' && lastReceipt && formatDate(lastReceipt.paid_on) === when
    return { label, when: isCreditedLater ? null : when, state: 'done' }
  }
  return {
    label: 'Payment',
    when: `Due ${formatDate(due_next)}`,
    state: status === 'overdue' ? 'late' : 'open',
  }
}
