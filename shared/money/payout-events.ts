import { type EventKind, event } from '../base/events/kind.ts'
import { formatCount } from '../base/format.ts'
import { charged } from './payments/payment-news.ts'
import type { BillingSide } from './self-billing.ts'

const PAYOUT = ['payouts', 'payments', 'finance', 'timesheets']
const SEPA = ['payouts']

interface Amount {
  amount: number
  currency: string
}

interface Bill {
  number: string
  employeeId: string
}

interface Agreement {
  name: string
  employeeId: string
}

interface SelfBill {
  number: string
  employeeId: string
}

const transfers = (count: number): string => formatCount(count, 'payout')

export const PAYOUTS_EVENTS = {
  'payout.created': event<Amount>({
    effect: 'adds',
    subject: 'payout',
    touches: PAYOUT,
    activity: (payout) => `Payout of ${charged(payout)} entered`,
  }),
  'payout.sent': event<Amount & { employeeId: string }>({
    effect: 'commits',
    subject: 'payout',
    touches: PAYOUT,
    activity: (payout) => `Payout of ${charged(payout)} recorded as paid`,
    notifies: ['payout_sent'],
  }),
  /** By hand, or by undoing the match with its line. */
  'payout.reopened': event<Amount>({
    effect: 'sets',
    subject: 'payout',
    touches: PAYOUT,
    activity: ({ amount, currency }) => `Payout of ${charged({ amount, currency })} is pending again`,
  }),
  'payout.cancelled': event<Amount>({
    effect: 'removes',
    subject: 'payout',
    touches: PAYOUT,
    activity: (payout) => `Payout of ${charged(payout)} canceled`,
    audit: (payout) => `Payout of ${charged(payout)} canceled`,
  }),
  'payout-account.saved': event<{ name: string; hint: string; employeeId: string }>({
    effect: 'sets',
    subject: 'payout_account',
    touches: SEPA,
    audit: ({ name, hint }) => `${name}: ${hint}`,
    notifies: ['owners'],
  }),
  'payout-bill.recorded': event<Bill>({
    effect: 'sets',
    subject: 'payout_bill',
    touches: PAYOUT,
    activity: ({ number }) => `Bill ${number} recorded for a payout`,
    audit: ({ number }) => number,
  }),
  'payout-bill.removed': event<Bill>({
    effect: 'removes',
    subject: 'payout_bill',
    touches: PAYOUT,
    activity: ({ number }) => `Bill ${number} removed from a payout`,
    audit: ({ number }) => number,
  }),
  'self-billing.requested': event<Agreement>({
    effect: 'commits',
    subject: 'self_billing',
    touches: SEPA,
    audit: ({ name }) => name,
    notifies: ['self_billing'],
  }),
  'self-billing.accepted': event<Agreement & { again: boolean }>({
    effect: 'commits',
    subject: 'self_billing',
    touches: SEPA,
    audit: ({ name, again }) => (again ? `${name}, with other details` : name),
    notifies: ['self_billing'],
  }),
  'self-billing.revoked': event<Agreement & { side: BillingSide }>({
    effect: 'commits',
    subject: 'self_billing',
    touches: SEPA,
    audit: ({ name, side }) => `${name}, by the ${side}`,
    notifies: ['self_billing'],
  }),
  'self-bill.issued': event<SelfBill & Amount>({
    effect: 'commits',
    subject: 'self_bill',
    touches: PAYOUT,
    activity: ({ number, ...bill }) => `Self-billed document ${number} of ${charged(bill)} created`,
    audit: ({ number }) => number,
    notifies: ['self_billing'],
  }),
  'self-bill.rejected': event<SelfBill & { by_number: string }>({
    effect: 'commits',
    subject: 'self_bill',
    touches: PAYOUT,
    activity: ({ number }) => `Self-billed document ${number} rejected`,
    audit: ({ number, by_number }) => `${number}, canceled by ${by_number}`,
    notifies: ['self_billing'],
  }),
  'self-bill.voided': event<SelfBill & { by_number: string }>({
    effect: 'commits',
    subject: 'self_bill',
    touches: PAYOUT,
    activity: ({ number }) => `Self-billed document ${number} canceled`,
    audit: ({ number, by_number }) => `${number}, canceled by ${by_number}`,
    notifies: ['self_billing'],
  }),
  'sepa-batch.created': event<Amount & { count: number }>({
    effect: 'adds',
    subject: 'sepa_batch',
    touches: SEPA,
    activity: (batch) => `SEPA file of ${transfers(batch.count)} created, ${charged(batch)} in total`,
    audit: (batch) => `${transfers(batch.count)}, ${charged(batch)}`,
  }),
  'sepa-batch.cancelled': event<Amount & { count: number }>({
    effect: 'removes',
    subject: 'sepa_batch',
    touches: SEPA,
    activity: (batch) => `SEPA file of ${transfers(batch.count)} canceled, ${charged(batch)} in total`,
    audit: (batch) => `${transfers(batch.count)}, ${charged(batch)}`,
  }),
  'sepa-batch.settled': event<Amount & { count: number }>({
    effect: 'commits',
    subject: 'sepa_batch',
    touches: PAYOUT,
    audit: (batch) => `${transfers(batch.count)}, ${charged(batch)}`,
  }),
} satisfies Record<string, EventKind<never>>
