import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { type AutopayOutcome, LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import { type InstallmentDto, owedBefore } from '#shared/money/invoices/installments.ts'
import { AUTOMATIC_KEY } from '../payments/rules.ts'

/** An agency's defaults. */
export const UNSET = { version: 0, notice_days: 3, retry_days: [3, 5, 7] }

/** The payment's idempotency key, so that the same attempt never charges twice. */
export const attemptKey = (invoiceId: string, number: number): string =>
  `${AUTOMATIC_KEY}${invoiceId}:${number}`

/** The provider's decline codes for which retrying the same card is pointless: the cardholder must act. */
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

/** The day of the next attempt after this many declines, counted from the last one; null if there is none. */
export function nextTry(
  reason: string | null,
  { declines, retryDays, today }: { declines: number; retryDays: readonly number[]; today: string },
): string | null {
  if (reason !== null && FINAL.has(reason)) return null
  const day = retryDays[declines - 1]
  return day === undefined ? null : shiftDate(today, day - (retryDays[declines - 2] ?? 0))
}

/** What a notice announces. */
export interface Notice {
  on: string
  amount: number
}

interface Covered {
  /** A single installment if it is due in full. */
  plan: readonly InstallmentDto[]
  /** The notices given, by the due date they concern. */
  notices: ReadonlyMap<string, Notice>
  /** The agency's promise; null for the default. */
  notice_days: number | null
  effective_on: string
  paused_at: string | null
  /** Result of the last attempt; null before the first. */
  last_outcome: AutopayOutcome | null
  last_charged_on: string | null
  last_next_on: string | null
}

/**
 * The next day on which an invoice is charged: its retry, or the next day with an open installment that hasn't been
 * attempted. Null if it isn't charged.
 */
export function plannedOn(invoice: Covered, today: string): string | null {
  const { last_next_on: retry } = invoice
  const charges = plannedCharges(invoice, today)
  if (charges === null) return null
  const isOpen = ({ open, due_date }: InstallmentDto) => open > 0 && due_date <= (retry ?? '')
  // A declined amount may have been paid manually since. What has fallen due since is charged with it, after its
  // notice.
  const retryDay = charges.reduce(
    (day, { due, on }) => (due <= latest(day, today) && on > day ? on : day),
    retry ?? '',
  )
  const untried = charges.filter(({ isRetry }) => !isRetry)
  const days = [...(invoice.plan.some(isOpen) ? [retryDay] : []), ...untried.map(({ on }) => on)]
  return days.toSorted().find((day) => day >= shiftDate(today, -LATE_DAYS)) ?? null
}

interface PlannedCharge {
  due: string
  on: string
  isAnnounced: boolean
  isRetry: boolean
}

/** The charges to be attempted or retried; null while there are none, because autopay is paused or one is pending. */
export function plannedCharges(invoice: Covered, today: string): PlannedCharge[] | null {
  const { effective_on, last_next_on: retry } = invoice
  if (invoice.paused_at !== null || invoice.last_outcome === 'pending') return null
  const last = shiftDate(today, -LATE_DAYS)
  // A retry charges everything due by then, however old.
  const isRetried = retry !== null && retry >= last
  return invoice.plan
    .filter(({ open }) => open > 0)
    .map(({ due_date: due }) => plannedCharge(invoice, due, today))
    .filter(({ due, isRetry }) => (isRetry ? retry !== null : due >= effective_on))
    .filter(({ due, on, isAnnounced }) => (isAnnounced || isRetried ? on : due) >= last)
}

/**
 * Planned for the day of a notice of a sufficient amount, possibly another installment's; else for when a notice
 * given today allows it.
 */
function plannedCharge(invoice: Covered, due: string, today: string): PlannedCharge {
  const [given] = [...invoice.notices.values()]
    .filter(({ on, amount }) => on >= due && amountOn(invoice, latest(on, today)) <= amount)
    .toSorted((one, other) => (one.on < other.on ? -1 : 1))
  const isRetry = due <= (invoice.last_charged_on ?? '')
  const first = isRetry ? latest(due, invoice.last_next_on ?? '') : due
  return given === undefined
    ? { due, on: latest(first, shiftDate(today, noticeDays(invoice))), isAnnounced: false, isRetry }
    : { due, on: latest(first, given.on), isAnnounced: true, isRetry }
}

export const noticeDays = ({ notice_days }: Pick<Covered, 'notice_days'>): number =>
  notice_days ?? UNSET.notice_days

const latest = (one: string, other: string): string => (one > other ? one : other)

/** The amount due by the day, which is what is charged on it. */
export const amountOn = ({ plan }: Pick<Covered, 'plan'>, day: string): number =>
  owedBefore(plan, shiftDate(day, 1))

/** Whether a charge planned for a day is due today. */
export function isChargedOn(planned: string, today: string): boolean {
  const late = daysBetween(planned, today)
  return late >= 0 && late <= LATE_DAYS
}
