import { formatCharged } from '../../base/amounts/money.ts'
import { methodName } from '../payments/payments.ts'

/** The version of the wording below; change it whenever the wording changes. */
export const AUTOPAY_TEXT = '2026-11' as const

/** How many days late a charge may be made, for example after an outage. */
export const LATE_DAYS = 7

interface Consent {
  agency: string
  client: string
  /** The plan it is limited to; null for all invoices. */
  plan: string | null
  card: { brand: string; last4: string }
  /** Minor units; null for no limit. */
  limit: { amount: number; currency: string } | null
}

/** The wording that a client agrees to, stored as proof of consent. */
export function autopayConsent({ agency, client, plan, card, limit }: Consent): string {
  const what = plan === null ? `every invoice it sends ${client}` : `the invoices of “${plan}”`
  const most = limit === null ? '' : `, up to ${formatCharged(limit.amount, limit.currency)} for each charge`
  return (
    `I authorize ${agency} to charge my ${methodName(card)} for ${what}, on the due date, for the amount ` +
    `that is then due${most}. If a charge is declined, it may be tried again in the following days. I receive an ` +
    `email before each charge, and I can turn this off at any time.`
  )
}

/** Parses "3, 5, 7"; null if it isn't a list of days. */
export function parseRetryDays(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return parts.every((part) => /^\d{1,2}$/.test(part)) ? parts.map(Number) : null
}

/** Why autopay was paused automatically; other values are the provider's decline codes. */
const PAUSES: Readonly<Record<string, string>> = {
  card_removed: 'The card was removed.',
  account_changed: 'The agency’s card payments have changed, so the card must be entered again.',
  payer_left: 'The person who turned it on can no longer pay for this client.',
  expired_card: 'The card has expired.',
  authentication_required: 'The bank requires authentication.',
  insufficient_funds: 'The card had insufficient funds, even after further attempts.',
}
export const pauseWords = (reason: string): string => PAUSES[reason] ?? 'The card was declined.'

export interface AutopayOfLinkDto {
  /**
   * The next charge: its date, the amount due by then, and whether something prevents it; null if none is
   * planned.
   */
  next: { on: string; amount: number; blocked: boolean } | null
}

export interface AutopayMandateDto {
  id: string
  client_id: string
  /** Null for all invoices of the client. */
  plan: { id: string; title: string } | null
  card: { id: string; brand: string; last4: string }
  limit: { amount: number; currency: string } | null
  given_by: string
  given_at: string
  wording: string
  /** Why it is paused; null while it is active. */
  paused: string | null
  /** Null while it is active. */
  ended_at: string | null
  ended_by: string | null
}

/** "Card ending 4242, up to $500.00 USD". */
export function mandateWords({ card, limit }: Pick<AutopayMandateDto, 'card' | 'limit'>): string {
  const most = limit === null ? '' : `, up to ${formatCharged(limit.amount, limit.currency)}`
  return `card ending ${card.last4}${most}`
}

export interface AutopayDto {
  agency_name: string
  client_name: string
  /** The currency the client is billed in. */
  currency: string
  /** Active mandates, the one for all invoices first. */
  mandates: AutopayMandateDto[]
  /** Ended mandates, newest first; at most 20. */
  ended: AutopayMandateDto[]
  /** The client's active recurring invoices. */
  plans: { id: string; title: string; amount: number; currency: string }[]
  rules: string
  /** When the client was last asked to enable autopay. */
  requested_at: string | null
  /** False if the agency doesn't accept cards. */
  available: boolean
}

export type AutopayOutcome = 'pending' | 'succeeded' | 'declined' | 'interrupted' | 'skipped'

export interface AutopayAttemptDto {
  number: number
  date: string
  amount: number
  currency: string
  card: { brand: string; last4: string }
  outcome: AutopayOutcome
  message: string | null
}

/** The autopay state of one invoice. */
export interface AutopayOfInvoiceDto {
  /** The next charge, for the amount due by then; null if none is planned. */
  next: { on: string; amount: number; card: { brand: string; last4: string }; retry: boolean } | null
  /** Why the planned charge won't be made. */
  blocked: string | null
  attempts: AutopayAttemptDto[]
}
