import { formatCharged } from '../../base/amounts/money.ts'
import type { WebhookFacts } from '../../base/events/kind.ts'
import type { PayeeKind, PaymentPurpose } from './payments.ts'

export interface PaymentDetails {
  purpose: PaymentPurpose
  payee: PayeeKind
  invoiceId: string | null
  payerUserId: string | null
  payerName: string
  amount: number
  currency: string
  /** Charged under a mandate, without the payer being present. */
  automatic?: boolean
}

export interface RefundedPayment extends Omit<PaymentDetails, 'purpose'> {
  description: string
  /** Returned by the payment provider rather than by hand. */
  byProvider: boolean
  /** The payment was recorded by mistake, so no money was returned. */
  reversed?: boolean
  /** The payment's status after it. */
  status: 'succeeded' | 'refunded' | 'reversed'
}

interface Movement {
  id: string
  payee: PayeeKind
  invoiceId: string | null
  amount: number
  currency: string
}

/** For the webhooks of the payee: the same events also tell an agency of what it has paid itself. */
export const paymentFacts = (
  { id, payee, invoiceId, amount, currency }: Movement,
  status: string,
): WebhookFacts | null =>
  payee === 'agency' ? { invoice_id: invoiceId, payment_id: id, amount, currency, status } : null

export interface FailedPayment extends PaymentDetails {
  /** An announced transfer that wasn't received. */
  transfer?: boolean
  /** Failed after days of processing; has the provider's message. */
  late?: boolean
  failure?: string
  /** The invoice that is due again, with a pay link while it is open. */
  reopened?: {
    number: string
    title: string
    issuerName: string
    clientName: string
    clientEmail: string | null
    payToken: string | null
  }
}

export const lateFailure = ({ reopened, failure = '', ...payment }: FailedPayment): string => {
  const [what, owed] = reopened ? [` for ${reopened.number}`, ' The invoice is open again.'] : ['', '']
  return `The payment of ${charged(payment)}${what} did not go through. ${failure}${owed}`.trim()
}

/** The text in the activity feed. */
export const refundSummary = (payment: RefundedPayment & { refunded: number }): string => {
  const { payerName, amount, refunded, currency, reversed } = payment
  const money = formatCharged(refunded, currency)
  const part = refunded === amount ? money : `${money} of ${formatCharged(amount, currency)}`
  return reversed ? `The payment of ${part} by ${payerName} was reversed` : `${part} refunded to ${payerName}`
}

/** The sentence for the payer. */
export const refundNews = (payment: RefundedPayment & { refunded: number }): string => {
  const { amount, refunded, currency, description } = payment
  const money = formatCharged(refunded, currency)
  return refunded === amount
    ? `Your payment of ${money} for “${description}” was refunded`
    : `${money} of your payment for “${description}” was refunded`
}

export interface FailedRefund extends RefundedPayment {
  /** Whether it was booked before, so that the payer was notified. */
  announced: boolean
  /** The refund was recorded by mistake, so nobody is notified. */
  undone?: boolean
}

export const failedRefund = (
  refund: Pick<FailedRefund, 'payerName' | 'amount' | 'currency' | 'undone'>,
): string =>
  `A refund of ${charged(refund)} to ${refund.payerName} ${refund.undone ? 'was undone' : 'failed'}`

export const charged = ({ amount, currency }: { amount: number; currency: string }) =>
  formatCharged(amount, currency)
