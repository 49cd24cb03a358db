import { formatWrittenDate } from './dates.ts'
import type { Labelled } from './invoice-paper.ts'
import { formatCharged } from './money.ts'
import { methodName, type PaymentDto } from './payments.ts'

/** A receipt as the paper says it, whoever looks at it: the same on the screen and in its PDF. */
export interface ReceiptPaper {
  number: string
  payee: string
  /** The payee's logo on the paid invoice; null without one. */
  logo: string | null
  payment: Pick<
    PaymentDto,
    'amount' | 'currency' | 'payer_name' | 'date' | 'description' | 'card' | 'method' | 'status' | 'refunded'
  >
  /** What was given back, oldest first. */
  refunds: { amount: number; refunded_at: string }[]
  /** Simulated: no money moved. */
  test_mode?: boolean
}

/** The sum that is what it is all about, where something was given back. */
export const KEPT = 'Paid after refunds'

export const RECEIPT_COLUMNS = ['Description', 'Amount'] as const

const METHODS: Record<PaymentDto['method'], string> = {
  card: 'Card',
  bank: 'Bank transfer',
  cash: 'Cash',
  other: 'Other',
}

const statusOf = ({ status, refunded }: ReceiptPaper['payment']): string =>
  status === 'refunded' ? 'Refunded' : refunded > 0 ? 'Paid, partly refunded' : 'Paid'

export const receiptFacts = ({ number, payment }: ReceiptPaper): Labelled[] => [
  ['Receipt number', number],
  ['Date', formatWrittenDate(payment.date)],
  ['Method', payment.card ? methodName(payment.card) : METHODS[payment.method]],
  ['Status', statusOf(payment)],
]

export const receiptRows = ({ payment }: ReceiptPaper): string[][] => [
  [payment.description, formatCharged(payment.amount, payment.currency)],
]

/** Nothing where nothing was given back. */
export function receiptSums({ payment, refunds }: ReceiptPaper): Labelled[] {
  if (refunds.length === 0) return []
  const money = (amount: number) => formatCharged(amount, payment.currency)
  return [
    ...refunds.map(
      ({ amount, refunded_at }): Labelled => [`Refund of ${formatWrittenDate(refunded_at)}`, money(-amount)],
    ),
    [KEPT, money(payment.amount - payment.refunded)],
  ]
}
