import { formatCharged } from '../money.ts'
import type { PayeeKind } from '../payments.ts'
import { type EventKind, event } from './kind.ts'

const charged = ({ amount, currency }: { amount: number; currency: string }) =>
  formatCharged(amount, currency)

interface ReturnedPayout {
  amount: number
  currency: string
  /** The provider's words. */
  failure: string | null
}

export const returnedPayoutSummary = ({ amount, currency, failure }: ReturnedPayout): string =>
  `A payout of ${charged({ amount, currency })} to the bank failed${failure ? `: ${failure}` : ''}`

interface Disputed {
  payee: PayeeKind
  payerName: string
  amount: number
  currency: string
  status: 'inquiry' | 'open' | 'won' | 'lost'
  respondBy: string | null
}

/** The sentence of the feed and of the notification. */
export const disputeSummary = (dispute: Disputed): string => DISPUTES[dispute.status](dispute)

const respondBy = ({ respondBy }: Disputed) =>
  respondBy === null ? '' : `. Respond by ${respondBy.slice(0, 10)} at the payment provider`

const DISPUTES: Record<Disputed['status'], (dispute: Disputed) => string> = {
  inquiry: (dispute) => `${dispute.payerName}'s bank asks about ${charged(dispute)}${respondBy(dispute)}`,
  open: (dispute) => `${dispute.payerName} disputes ${charged(dispute)}${respondBy(dispute)}`,
  won: (dispute) => `The dispute over ${charged(dispute)} by ${dispute.payerName} was won`,
  lost: (dispute) => `The dispute over ${charged(dispute)} by ${dispute.payerName} was lost`,
}

const ACCOUNT_CHANGES = {
  connected: (name: string) => `${name} takes the card payments`,
  replaced: (name: string) => `${name} takes the card payments from now on`,
  updated: (name: string) => `The account ${name} changed`,
  removed: (name: string) => `${name} no longer takes card payments`,
}

export const accountSummary = ({ name, change }: AccountChange): string => ACCOUNT_CHANGES[change](name)

interface AccountChange {
  name: string
  change: keyof typeof ACCOUNT_CHANGES
}

/** What the payment provider tells, and how the portal stands with it. */
export const PROVIDER_EVENTS = {
  /** A charge contested with the payer's bank. */
  'payment.disputed': event<Disputed>({
    subject: 'payment',
    touches: [
      'invoices',
      'clients',
      'finance',
      'payments',
      'schedule',
      'agencies',
      'packages',
      'notifications',
    ],
    activity: disputeSummary,
    webhook: true,
    notifies: ['payment_disputed'],
  }),
  /** The bank did not take what the provider paid out of the account's balance. */
  'provider-payout.failed': event<ReturnedPayout>({
    subject: 'provider_payout',
    touches: ['finance', 'notifications'],
    activity: returnedPayoutSummary,
    webhook: true,
    notifies: ['provider_payout_failed'],
  }),
  /** The provider names another amount or currency than was charged: its message was refused. */
  'payment.mismatch': event<{ expected: string; claimed: string }>({
    subject: 'payment',
    touches: [],
    audit: ({ expected, claimed }) => `${claimed} instead of ${expected}`,
    notifies: ['platform'],
  }),
  /** Where an agency's client payments go. */
  'payment-account.changed': event<AccountChange>({
    subject: 'payment_account',
    touches: ['payments', 'settings'],
    audit: accountSummary,
    notifies: ['owners'],
  }),
  /** A person's saved cards changed; where a plan renews on one, it may have moved to another. */
  'card.changed': event<object>({ subject: 'user', touches: ['payments', 'packages'] }),
} satisfies Record<string, EventKind<never>>
