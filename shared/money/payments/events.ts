import { formatCharged } from '../../base/amounts/money.ts'
import { type EventKind, event } from '../../base/events/kind.ts'
import { formatDate } from '../../base/format.ts'
import {
  charged,
  type FailedPayment,
  type FailedRefund,
  failedRefund,
  type PaymentDetails,
  paymentFacts,
  type RefundedPayment,
  refundSummary,
} from './payment-news.ts'
import { methodName, type PayeeKind } from './payments.ts'

const PAYMENT = [
  'invoices',
  'clients',
  'finance',
  'payments',
  'schedule',
  'agencies',
  'packages',
  'notifications',
]

interface Received extends PaymentDetails {
  description: string
  /** What the payment was for, with its current state; null if it isn't for an invoice. */
  invoice: { number: string | null; status: string } | null
  /** Minor units above the amount due. */
  surplus: number
}

function receivedSummary(payment: Received): string {
  const { invoice, surplus } = payment
  if (!invoice?.number) return `${payment.payerName} paid ${charged(payment)}: ${payment.description}`
  const part = invoice.status === 'paid' ? '' : `${charged(payment)} of `
  const overpaid = surplus > 0 ? `, ${formatCharged(surplus, payment.currency)} more than was due` : ''
  return `${part}Invoice ${invoice.number} paid${overpaid}`
}

interface ReturnedPayout {
  amount: number
  currency: string
  /** The provider's message. */
  failure: string | null
}

export const returnedPayoutSummary = ({ amount, currency, failure }: ReturnedPayout): string =>
  `A payout of ${charged({ amount, currency })} to the bank failed${failure ? `: ${failure}` : ''}`

interface Disputed {
  payee: PayeeKind
  invoiceId: string | null
  payerName: string
  /** What was paid, if that isn't what is disputed. */
  paid?: string
  amount: number
  currency: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  /** The last day. */
  respondBy: string | null
  /** The invoice that is due again. */
  reopened?: { id: string; number: string }
}

/** The text in the activity feed and notification. */
export const disputeSummary = (dispute: Disputed): string => DISPUTES[dispute.status](dispute)

const respondBy = ({ respondBy }: Pick<Disputed, 'respondBy'>) =>
  respondBy === null ? '' : `. Respond by ${formatDate(respondBy)} at the payment provider`

const asPaid = ({ paid }: Disputed): string => (paid === undefined ? '' : `, although ${paid} was paid`)

type UnmatchedDispute = Omit<Disputed, 'payee' | 'invoiceId' | 'payerName' | 'paid' | 'reopened'>

const UNMATCHED: Record<Disputed['status'], (dispute: UnmatchedDispute, charge: string) => string> = {
  inquiry: (dispute, charge) => `A bank opened an inquiry about ${charge}${respondBy(dispute)}`,
  open: (dispute, charge) => `A bank disputes ${charge}${respondBy(dispute)}`,
  won: (_dispute, charge) => `The dispute over ${charge} was won`,
  lost: (_dispute, charge) => `The dispute over ${charge} was lost`,
}

/** The same for a charge that isn't in the portal. */
export const unmatchedSummary = (dispute: UnmatchedDispute): string =>
  UNMATCHED[dispute.status](dispute, `a charge of ${charged(dispute)} that isn’t in this portal`)

const DISPUTES: Record<Disputed['status'], (dispute: Disputed) => string> = {
  inquiry: (dispute) =>
    `${dispute.payerName}’s bank opened an inquiry about ${charged(dispute)}${asPaid(dispute)}${respondBy(dispute)}`,
  open: (dispute) =>
    `${dispute.payerName} disputes ${charged(dispute)}${asPaid(dispute)}${respondBy(dispute)}`,
  won: (dispute) => `The dispute over ${charged(dispute)} by ${dispute.payerName} was won`,
  lost: ({ reopened, ...dispute }) => {
    const due = reopened === undefined ? '' : `. Invoice ${reopened.number} is due again`
    return `The dispute over ${charged(dispute)} by ${dispute.payerName} was lost${due}`
  },
}

interface WaitingPayment {
  payerName: string
  amount: number
  currency: string
  /** The provider's name of a voucher or transfer. */
  method: string
  /** The last day. */
  until: string | null
}

const waitingSummary = ({ payerName, method, until, ...payment }: WaitingPayment): string => {
  const limit = until === null ? '' : ` until ${formatDate(until)}`
  return `${payerName} can pay ${charged(payment)} with ${methodName({ brand: method, last4: '' })}${limit}`
}

const ACCOUNT_CHANGES = {
  connected: (name: string) => `${name} receives card payments`,
  replaced: (name: string) => `${name} now receives card payments`,
  updated: (name: string) => `The account ${name} changed`,
  removed: (name: string) => `${name} no longer receives card payments`,
}

export const accountSummary = ({ name, change }: AccountChange): string => ACCOUNT_CHANGES[change](name)

interface AccountChange {
  name: string
  change: keyof typeof ACCOUNT_CHANGES
}

/** Payments, and events from the payment provider and of its connection. */
export const PAYMENTS_EVENTS = {
  'payment.succeeded': event<Received>({
    effect: 'commits',
    subject: 'payment',
    touches: PAYMENT,
    activity: receivedSummary,
    webhook: (payment) => paymentFacts(payment, 'succeeded'),
    notifies: ['invoice_paid'],
  }),
  /** The provider takes days to process it; meanwhile it is neither paid nor due. */
  'payment.processing': event<PaymentDetails>({
    effect: 'commits',
    subject: 'payment',
    touches: PAYMENT,
    activity: (payment) => `A payment of ${charged(payment)} by ${payment.payerName} is being processed`,
  }),
  'payment.failed': event<FailedPayment>({
    effect: 'commits',
    subject: 'payment',
    touches: PAYMENT,
    activity: ({ transfer, ...payment }) =>
      transfer
        ? `The transfer of ${charged(payment)} by ${payment.payerName} did not arrive`
        : `A payment of ${charged(payment)} by ${payment.payerName} failed`,
    webhook: (payment) => paymentFacts(payment, 'failed'),
    notifies: ['payment_failed'],
  }),
  'payment.announced': event<{ payerName: string; amount: number; currency: string }>({
    effect: 'commits',
    subject: 'payment',
    touches: PAYMENT,
    activity: (payment) => `${charged(payment)} reported by ${payment.payerName}`,
  }),
  'payment.refunded': event<RefundedPayment & { refunded: number }>({
    effect: 'commits',
    subject: 'payment',
    touches: PAYMENT,
    activity: refundSummary,
    webhook: ({ refunded, ...payment }) => paymentFacts({ ...payment, amount: refunded }, payment.status),
    notifies: ['payment_refunded'],
  }),
  'payment.refund-failed': event<FailedRefund>({
    subject: 'payment',
    touches: PAYMENT,
    activity: failedRefund,
    webhook: (payment) => paymentFacts(payment, payment.status),
    notifies: ['payment_failed'],
  }),
  /** The payer has a voucher or an account to transfer to; the invoice stays open until it is paid. */
  'payment.waiting': event<WaitingPayment>({
    effect: 'commits',
    subject: 'payment',
    touches: PAYMENT,
    activity: waitingSummary,
  }),
  /** A charge was disputed with the payer's bank. */
  'payment.disputed': event<Disputed>({
    subject: 'payment',
    touches: PAYMENT,
    activity: disputeSummary,
    webhook: (dispute) => paymentFacts(dispute, dispute.status),
    notifies: ['payment_disputed'],
  }),
  /** The provider has listed what a dispute withdrew. */
  'payment.dispute-booked': event<object>({ subject: 'payment', touches: PAYMENT }),
  /** A charge that no payment here belongs to was disputed. */
  'dispute.unmatched': event<UnmatchedDispute>({
    subject: 'dispute',
    touches: ['notifications'],
    activity: unmatchedSummary,
    notifies: ['payment_disputed'],
  }),
  /** The bank rejected a payout of the account's balance. */
  'provider-payout.failed': event<ReturnedPayout>({
    subject: 'provider_payout',
    touches: ['finance', 'notifications'],
    activity: returnedPayoutSummary,
    webhook: ({ amount, currency }) => ({ amount, currency, status: 'failed' }),
    notifies: ['provider_payout_failed'],
  }),
  /** The provider reported another amount or currency than requested; its message was rejected. */
  'payment.mismatch': event<{ expected: string; reported: string }>({
    subject: 'payment',
    touches: [],
    audit: ({ expected, reported }) => `${reported} instead of ${expected}`,
    notifies: ['platform'],
  }),
  /** The account for an agency's client payments changed. */
  'payment-account.changed': event<AccountChange>({
    subject: 'payment_account',
    touches: ['payments', 'settings'],
    audit: accountSummary,
    notifies: ['owners'],
  }),
  /** A person's saved cards changed; a plan renewing on one may have switched to another. */
  'card.changed': event<object>({ subject: 'user', touches: ['payments', 'packages'] }),
  'card.removed': event<object>({
    effect: 'removes',
    subject: 'user',
    touches: ['payments', 'packages'],
  }),
} satisfies Record<string, EventKind<never>>
