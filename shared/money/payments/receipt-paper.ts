import { formatCharged } from '../../base/amounts/money.ts'
import { formatDate } from '../../base/format.ts'
import { type Party, partyLines } from '../../identity/letterhead/parties.ts'
import type { Labeled } from '../invoices/invoice-paper.ts'
import type { InvoiceDto } from '../invoices/invoices.ts'
import { methodName, type PaymentDto } from './payments.ts'

/**
 * What is paid or deducted until now; null for someone who paid an invoice that they can't see. `amount_kept` is what
 * its payments and credit notes added to the client's credit, which `amount_applied` doesn't include.
 */
type AmountNow = 'amount_credited' | 'amount_applied' | 'amount_kept' | 'amount_written_off' | 'amount_due'

/** The amounts that an invoice charged, and those paid or deducted until now. */
export interface PaidInvoice
  extends Pick<InvoiceDto, 'number' | 'issued_on' | 'currency'>,
    Record<AmountNow, number | null> {
  seller: Party
  buyer: Party
  /** As on the invoice, with the tax by rate. */
  sums: { label: string; text: string }[]
  tax_notes: string[]
  /** Oldest first, without what was refunded; only the receipt's own if they can't see the invoice. */
  payments: Pick<PaymentDto, 'date' | 'amount' | 'method' | 'card'>[]
}

/** A receipt's printed content, the same on screen and as PDF. All days are those of the payee's books. */
export interface ReceiptPaper {
  number: string
  payee: string
  /** The payee's logo as on the paid invoice; null if there is none. */
  logo: string | null
  payment: Pick<
    PaymentDto,
    'amount' | 'currency' | 'payer_name' | 'date' | 'description' | 'card' | 'method' | 'status' | 'refunded'
  >
  /** Refunds, oldest first; one that `reverses` the payment returned no money. */
  refunds: { amount: number; reverses: boolean; refunded_on: string }[]
  /** The part of a payment for an invoice that became the client's credit, after refunds. */
  kept: number
  /** As on the paid invoice; null if the payment isn't for one. */
  invoice: PaidInvoice | null
  /** Simulated, without moving money. */
  test_mode?: boolean
}

/** The label of the emphasized total after refunds. */
export const KEPT = 'Paid after refunds'

const KEPT_AS_CREDIT = 'Kept as credit'

export const RECEIPT_COLUMNS = ['Description', 'Amount'] as const

const METHODS: Record<PaymentDto['method'], string> = {
  card: 'Card',
  bank: 'Bank transfer',
  cash: 'Cash',
  other: 'Other',
}

const methodOf = ({ card, method }: Pick<PaymentDto, 'card' | 'method'>): string =>
  card ? methodName(card) : METHODS[method]

function statusOf({ status, refunded }: ReceiptPaper['payment']): string {
  if (status === 'reversed') return 'Reversed (recorded by mistake)'
  return status === 'refunded' ? 'Refunded' : refunded > 0 ? 'Paid, partly refunded' : 'Paid'
}

export const receiptFacts = ({ number, payment }: ReceiptPaper): Labeled[] => [
  ['Receipt number', number],
  ['Date', formatDate(payment.date)],
  ['Method', methodOf(payment)],
  ['Status', statusOf(payment)],
]

export const receiptRows = ({ payment }: ReceiptPaper): string[][] => [
  [payment.description, formatCharged(payment.amount, payment.currency)],
]

/** Refunds, and what is for the invoice if the rest became credit; empty without either. */
export function receiptSums({ payment, refunds, kept, invoice }: ReceiptPaper): Labeled[] {
  const money = (amount: number) => formatCharged(amount, payment.currency)
  const left = payment.amount - payment.refunded
  const parts: Labeled[] = [
    [`For invoice ${invoice?.number ?? ''}`, money(left - kept)],
    [KEPT_AS_CREDIT, money(kept)],
  ]
  const use = kept > 0 ? parts : []
  if (refunds.length === 0) return use
  return [
    ...refunds.map(
      ({ amount, reverses, refunded_on }): Labeled => [
        `${reverses ? 'Reversed on' : 'Refund of'} ${formatDate(refunded_on)}`,
        money(-amount),
      ],
    ),
    [KEPT, money(left)],
    ...use,
  ]
}

/** The address blocks: in full on receipts of invoices, with the payer if somebody else paid. */
export function receiptParties({
  payee,
  payment,
  invoice,
}: ReceiptPaper): { label: string; lines: string[] }[] {
  if (invoice === null) {
    return [
      { label: 'Paid to', lines: [payee] },
      { label: 'Paid by', lines: [payment.payer_name] },
    ]
  }
  const { seller, buyer } = invoice
  const own = [buyer.name, buyer.company].includes(payment.payer_name)
  const billed = partyLines(buyer)
  const lines = own ? billed : [payment.payer_name, `For ${billed[0] ?? ''}`, ...billed.slice(1)]
  return [
    { label: 'Paid to', lines: partyLines(seller) },
    { label: 'Paid by', lines },
  ]
}

/** The label of what the invoice still asks for. */
export const STILL_DUE = 'Still due'

export const receiptInvoiceTitle = ({ number, issued_on }: PaidInvoice): string =>
  issued_on === null ? `Invoice ${number}` : `Invoice ${number} of ${formatDate(issued_on)}`

/** The invoice's totals with the tax by rate, and each payment and deduction. */
export function receiptInvoiceRows(invoice: PaidInvoice): Labeled[] {
  const money = (amount: number) => formatCharged(-amount, invoice.currency)
  const deductions: [string, number | null][] = [
    ['Credit applied', invoice.amount_applied],
    ['Credit notes', invoice.amount_credited],
    ['Written off', invoice.amount_written_off],
  ]
  return [
    ...invoice.sums.map(({ label, text }): Labeled => [label, text]),
    ...invoice.payments.map(
      (paid): Labeled => [`Paid on ${formatDate(paid.date)}, ${methodOf(paid)}`, money(paid.amount)],
    ),
    ...deductions.flatMap(([label, amount]): Labeled[] =>
      amount !== null && amount > 0 ? [[label, money(amount)]] : [],
    ),
    ...(invoice.amount_kept !== null && invoice.amount_kept > 0
      ? [[KEPT_AS_CREDIT, money(-invoice.amount_kept)] as Labeled]
      : []),
  ]
}

/** Empty if what is still due isn't shown. */
export const receiptInvoiceSums = ({ amount_due, currency }: PaidInvoice): Labeled[] =>
  amount_due === null ? [] : [[STILL_DUE, formatCharged(amount_due, currency)]]
