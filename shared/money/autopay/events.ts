import { type EventKind, event } from '../../base/events/kind.ts'
import { formatDate } from '../../base/format.ts'
import { charged } from '../payments/payment-news.ts'

const AUTOPAY = ['autopay', 'invoices', 'notifications']

interface OfClient {
  /** The client's name. */
  name: string
}

/** The content of a mail about one charge. */
export interface AutopayCharge {
  number: string
  clientName: string
  clientEmail: string
  issuerName: string
  amount: number
  currency: string
  /** The token of a new pay link for the mail; it isn't stored anywhere else. */
  payToken: string
}

export interface AutopayDeclined extends AutopayCharge {
  card: { brand: string; last4: string }
  /** The provider's message. */
  words: string
  /** The date of the next attempt; null if there is none. */
  nextOn: string | null
  /** Whether this paused autopay. */
  paused: boolean
}

const scopeOf = (plan: string | null) => (plan === null ? 'all invoices' : `“${plan}”`)

/** The text in the activity feed and notification. */
export function declinedSummary(declined: AutopayDeclined): string {
  const { number, words, nextOn, paused } = declined
  const next =
    nextOn !== null
      ? ` Next attempt on ${formatDate(nextOn)}.`
      : paused
        ? ' Autopay is paused.'
        : ' It will not be retried.'
  return `Autopay could not charge ${charged(declined)} for ${number}: ${words}${next}`
}

export const skippedSummary = ({ number, words }: { number: string; words: string }): string =>
  `Autopay did not charge ${number}: ${words}`

export const AUTOPAY_EVENTS = {
  'autopay.given': event<
    OfClient & {
      plan: string | null
      words: string
      wording: string
      clientEmail: string
      agencyName: string
    }
  >({
    subject: 'client',
    touches: AUTOPAY,
    activity: ({ name, plan, words }) => `${name} turned on autopay for ${scopeOf(plan)}: ${words}`,
    audit: ({ name, plan, words }) => `${name}, ${scopeOf(plan)}: ${words}`,
    notifies: ['autopay'],
  }),
  'autopay.ended': event<OfClient & { plan: string | null }>({
    effect: 'commits',
    subject: 'client',
    touches: AUTOPAY,
    activity: ({ name, plan }) => `Autopay turned off for ${name} (${scopeOf(plan)})`,
    audit: ({ name, plan }) => `${name}, ${scopeOf(plan)}`,
    notifies: ['autopay'],
  }),
  /** Paused automatically because the card is missing or unusable. */
  'autopay.paused': event<
    OfClient & {
      clientEmail: string
      agencyName: string
      card: { brand: string; last4: string }
      words: string
    }
  >({
    subject: 'client',
    touches: AUTOPAY,
    activity: ({ name, words }) => `Autopay for ${name} paused: ${words}`,
    audit: ({ name, words }) => `${name}: ${words}`,
    notifies: ['payment_failed', 'autopay'],
  }),
  'autopay.requested': event<OfClient & { clientEmail: string; agencyName: string }>({
    effect: 'commits',
    subject: 'client',
    touches: AUTOPAY,
    activity: ({ name }) => `${name} asked to turn on autopay`,
    notifies: ['autopay'],
  }),
  'autopay.announced': event<
    AutopayCharge & { card: { brand: string; last4: string }; chargedOn: string; blocked: string | null }
  >({
    subject: 'invoice',
    touches: ['invoices'],
    activity: ({ number, clientName, chargedOn }) =>
      `${clientName} notified that ${number} will be charged on ${formatDate(chargedOn)}`,
  }),
  /** No copy of the notice reached anybody, so that nothing is charged on that day. */
  'autopay.notice-lost': event<{ on: string; sentAt: string }>({
    subject: 'invoice',
    touches: AUTOPAY,
    withdrawsMail: true,
  }),
  'autopay.declined': event<AutopayDeclined>({
    subject: 'invoice',
    touches: [...AUTOPAY, 'payments'],
    activity: declinedSummary,
    notifies: ['payment_failed', 'autopay'],
  }),
  /** The mandate doesn't allow the charge. */
  'autopay.skipped': event<AutopayCharge & { words: string }>({
    subject: 'invoice',
    touches: AUTOPAY,
    activity: skippedSummary,
    notifies: ['payment_failed', 'autopay'],
  }),
  'autopay-rules.changed': event<{ words: string }>({
    effect: 'sets',
    subject: 'agency',
    touches: ['autopay', 'settings'],
    activity: ({ words }) => `Autopay changed: ${words}`,
    audit: ({ words }) => words,
  }),
} satisfies Record<string, EventKind<never>>
