import type { AutopayOutcome } from '#shared/autopay.ts'
import { daysBetween, shiftDate } from '#shared/calendar.ts'
import { AUTOPAY_KEY } from '../payments/rules.ts'

/** So long after its day a charge is still made, where no server ran; then nobody expects it any more. */
export const LATE_DAYS = 7

/** What an agency starts with. */
export const UNSET = { version: 0, notice_days: 3, retry_days: [3, 5, 7] }

/** The same try never charges twice, whoever makes it. */
export const attemptKey = (invoiceId: string, number: number): string =>
  `${AUTOPAY_KEY}${invoiceId}:${number}`

/**
 * Declines that another try with the same card does not change; whoever holds the card has to act. The words are
 * the provider's.
 */
const FINAL: ReadonlySet<string> = new Set([
  'authentication_required',
  'card_not_supported',
  'currency_not_supported',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'no_action_taken',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
])

/** The day of the next try after so many declines, on the last of them; null where there is none. */
export function nextTry(
  reason: string | null,
  { declines, retryDays, today }: { declines: number; retryDays: readonly number[]; today: string },
): string | null {
  if (reason !== null && FINAL.has(reason)) return null
  const day = retryDays[declines - 1]
  return day === undefined ? null : shiftDate(today, day - (retryDays[declines - 2] ?? 0))
}

interface Covered {
  due_on: string
  effective_on: string
  paused_at: string | null
  /** Of the last try; null before the first. */
  last_outcome: AutopayOutcome | null
  last_next_on: string | null
}

/** The day an invoice is charged next; null where it is not. */
export function plannedOn(invoice: Covered): string | null {
  if (invoice.paused_at !== null) return null
  if (invoice.last_outcome !== null) return invoice.last_next_on
  return invoice.due_on >= invoice.effective_on ? invoice.due_on : null
}

/** Whether a charge planned for a day is made today. */
export function isChargedOn(planned: string, today: string): boolean {
  const late = daysBetween(planned, today)
  return late >= 0 && late <= LATE_DAYS
}
