import { z } from 'zod'
import { currencyCode } from './exchange.ts'
import { MAX_AMOUNT } from './invoices.ts'
import { formatCharged } from './money.ts'
import { methodName } from './payments.ts'

/** Of the words below: another text needs another version. */
export const AUTOPAY_TEXT = '2026-11' as const

/** So long after its day a charge is still made, where no server ran; then nobody expects it any more. */
export const LATE_DAYS = 7

interface Consent {
  agency: string
  client: string
  /** The plan it is limited to; null for all invoices. */
  plan: string | null
  card: { brand: string; last4: string }
  /** Minor units; null without one. */
  limit: { amount: number; currency: string } | null
}

/** What whoever turns autopay on agrees to, and what is kept as proof of it. */
export function autopayConsent({ agency, client, plan, card, limit }: Consent): string {
  const what = plan === null ? `every invoice it sends ${client}` : `the invoices of “${plan}”`
  const most = limit === null ? '' : `, up to ${formatCharged(limit.amount, limit.currency)} for each charge`
  return (
    `I authorize ${agency} to charge my ${methodName(card)} for ${what}, on the due date, for the amount ` +
    `that is then due${most}. If a charge is declined, it may be tried again in the following days. I receive an ` +
    `email before each charge, and I can turn this off at any time.`
  )
}

const MAX_RETRIES = 5
/** Days after the first try, for example `[3, 5, 7]`. */
const retryDays = z
  .array(z.int('Enter whole days').min(1, 'At least one day.').max(30, 'At most 30 days.'))
  .max(MAX_RETRIES, `At most ${MAX_RETRIES} retries.`)
  .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)), {
    message: 'Each retry comes later than the one before.',
  })

/** "3, 5, 7" as typed; null where it is not a list of days. */
export function parseRetryDays(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return parts.every((part) => /^\d{1,2}$/.test(part)) ? parts.map(Number) : null
}

export const autopayRulesInput = z.strictObject({
  version: z.int(),
  notice_days: z.int('Enter whole days').min(1, 'At least one day.').max(30, 'At most 30 days.'),
  retry_days: retryDays,
})
export type AutopayRulesDto = z.output<typeof autopayRulesInput>

/** The rules as a person would say them. */
export function autopayRulesWords({ notice_days, retry_days }: Omit<AutopayRulesDto, 'version'>): string {
  const before = notice_days === 1 ? 'the day' : `${notice_days} days`
  const [last, ...others] = retry_days.toReversed()
  const days = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const retries =
    last === undefined
      ? 'A declined charge is not tried again.'
      : `A declined charge is tried again ${days} ${last === 1 ? 'day' : 'days'} later.`
  return `Clients are emailed ${before} before each charge. ${retries} Expired cards and cards that need authentication are never tried again.`
}

export const autopayClientInput = z.strictObject({ client_id: z.uuid() })
export const autopayInvoiceInput = z.strictObject({ invoice_id: z.uuid() })
export const endAutopayInput = z.strictObject({ id: z.uuid() })

export const giveAutopayInput = z.strictObject({
  /** For the invoices of this plan alone. */
  recurring_id: z.uuid().nullish(),
  /** One of the caller's saved cards. */
  card_id: z.uuid('Choose a card.'),
  limit: z
    .strictObject({
      amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT),
      currency: currencyCode,
    })
    .nullish(),
  /** The version of the words that were shown. */
  text_version: z.literal(AUTOPAY_TEXT, 'Please reload the page and read the current terms.'),
  agreed: z.literal(true, 'Please agree to the charges.'),
})

/** Why autopay stopped by itself; anything else is the provider's word for a decline. */
const PAUSES: Readonly<Record<string, string>> = {
  card_removed: 'The card was removed.',
  account_changed: 'The agency takes card payments another way now, so the card must be entered again.',
  payer_left: 'Whoever turned it on can no longer pay for this client.',
  expired_card: 'The card has expired.',
  authentication_required: 'The bank asks for authentication.',
  insufficient_funds: 'The card had insufficient funds, also when it was tried again.',
}
export const pauseWords = (reason: string): string => PAUSES[reason] ?? 'The card was declined.'

export interface AutopayOfLinkDto {
  /**
   * When the invoice is charged next, what is due by then, and whether something keeps autopay from it; null where it
   * isn't charged.
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
  /** Why it charges nothing at the moment; null while it is on. */
  paused: string | null
  /** Null while it holds. */
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
  /** Those that hold, the one for all invoices first. */
  mandates: AutopayMandateDto[]
  /** Those that ended, newest first; the latest 20. */
  ended: AutopayMandateDto[]
  /** The recurring invoices of the client that still run. */
  plans: { id: string; title: string; amount: number; currency: string }[]
  rules: string
  /** When the client was last asked to turn it on. */
  requested_at: string | null
  /** False where the agency takes no cards. */
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

/** How autopay stands with one invoice. */
export interface AutopayOfInvoiceDto {
  /** The next charge, of what is due by its day; null where none is planned. */
  next: { on: string; amount: number; card: { brand: string; last4: string }; retry: boolean } | null
  /** Why a charge that would come is not made, in words. */
  blocked: string | null
  attempts: AutopayAttemptDto[]
}
