import { type AutopayOutcome, LATE_DAYS } from '#shared/autopay.ts'
import { daysBetween, shiftDate } from '#shared/calendar.ts'
import { type InstalmentDto, owedBefore } from '#shared/instalments.ts'
import { AUTOPAY_KEY } from '../payments/rules.ts'

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
  /** One part, where it is paid at once. */
  plan: readonly InstalmentDto[]
  effective_on: string
  paused_at: string | null
  /** Of the last try; null before the first. */
  last_outcome: AutopayOutcome | null
  last_charged_on: string | null
  last_next_on: string | null
}

/**
 * The day an invoice is charged next: its retry's or, before that, the next one on which an open part is due that no
 * try was about yet. Null where it is not charged.
 */
export function plannedOn(invoice: Covered, today: string): string | null {
  const { effective_on, last_charged_on: tried, last_next_on: retry } = invoice
  if (invoice.paused_at !== null || invoice.last_outcome === 'pending') return null
  const open = invoice.plan.filter((part) => part.open > 0).map(({ due_date }) => due_date)
  const untried = open.filter((day) => day >= effective_on && (tried === null || day > tried))
  // What was declined may have been paid by hand.
  const again = retry !== null && open.some((day) => day <= retry) ? [retry] : []
  const last = shiftDate(today, -LATE_DAYS)
  return [...again, ...untried].toSorted().find((day) => day >= last) ?? null
}

/** Everything that is due by a day, which is what is charged on it. */
export const amountOn = ({ plan }: Pick<Covered, 'plan'>, day: string): number =>
  owedBefore(plan, shiftDate(day, 1))

/** Whether a charge planned for a day is made today. */
export function isChargedOn(planned: string, today: string): boolean {
  const late = daysBetween(planned, today)
  return late >= 0 && late <= LATE_DAYS
}
