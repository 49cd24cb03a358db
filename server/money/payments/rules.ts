import type { Selectable } from 'kysely'
import { formatDate } from '#shared/base/format.ts'
import type { PaymentInstructionsDto } from '#shared/money/invoices/payment-methods.ts'
import { isLongBefore, type PaymentPurpose, type PaymentStatus } from '#shared/money/payments/payments.ts'
import type { ProviderName } from '../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { Schema } from '../../base/db/schema.ts'

export type PaymentRow = Selectable<Schema['payments']>

export const LEDGER_CATEGORY: Record<PaymentPurpose, string> = {
  invoice: 'invoices',
  quick_pay: 'quick_pay',
  subscription: 'subscriptions',
  deposit: 'deposits',
}

/** The account of the instance's own keys, or of the test provider. */
export const INSTANCE = 'instance'

/** Where rows of an earlier account or mode of the instance's keys are stored, for example `instance:acct_1:test`. */
export const formerAccount = (identity: string): string => `${INSTANCE}:${identity}`

export const isFormerAccount = (account: string): boolean => account.startsWith(formerAccount(''))

/** The owner of saved cards and the provider account they are at. */
export interface CardOwner {
  userId: string
  provider: ProviderName
  account: string
}

export const receiptNumber = (paymentId: string): string => `RCT-${paymentId.slice(0, 8).toUpperCase()}`

/** Throws CONFLICT if a payment is dated long before its invoice, unless that is confirmed. */
export function requirePlausibleDay(
  { number, issued_on }: { number: string | null; issued_on: string | null },
  { received, paid_on, confirm_day }: { received: boolean; paid_on?: string; confirm_day?: boolean },
): void {
  if (!received || paid_on === undefined || confirm_day || !isLongBefore(paid_on, issued_on)) return
  const message = `${formatDate(paid_on)} is more than a year before ${number} of ${formatDate(issued_on ?? '')}. Check the year, or confirm the day.`
  throw new AppError('CONFLICT', message, { reason: 'early_payment', fields: { paid_on: message } })
}

/** The activity names the payer, even if the provider reports the payment later. */
export const payerOf = (payment: Pick<PaymentRow, 'payer_user_id' | 'payer_name'>) => ({
  userId: payment.payer_user_id,
  name: payment.payer_name,
})

/** As after a charge: a payment being processed is neither open nor paid. */
export const shownStatus = ({
  status,
  processing_since,
}: Pick<PaymentRow, 'status' | 'processing_since'>): Exclude<PaymentStatus, 'reversed'> =>
  status === 'pending' && processing_since !== null ? 'processing' : status

/** Until when the payer can pay a voucher or by transfer, and where the instructions are; null for anything else. */
export const waitingOf = (
  payment: Pick<
    PaymentRow,
    'status' | 'processing_since' | 'waiting_since' | 'waiting_until' | 'instructions_url'
  >,
): PaymentInstructionsDto | null =>
  payment.waiting_since === null || shownStatus(payment) !== 'pending'
    ? null
    : { until: payment.waiting_until, url: payment.instructions_url }

/** The prefix of request keys for subscription renewals. */
export const RENEWAL_KEY = 'renewal:'

/** The prefix of request keys for automatic charges. */
export const AUTOMATIC_KEY = 'autopay:'

/** Whether it was charged under a mandate, without the payer being present. */
export const isAutomatic = ({ request_key }: Pick<PaymentRow, 'request_key'>): boolean =>
  request_key?.startsWith(AUTOMATIC_KEY) ?? false

/** Our failure code if the charge doesn't exist at the provider, so the card wasn't charged. */
export const INTERRUPTED = 'interrupted'
export const INTERRUPTED_WORDS = 'The payment was interrupted. You have not been charged.'

/** Cards are valid until the end of the month shown. */
export function hasExpired(
  card: { exp_month: number | null; exp_year: number | null },
  today: string,
): boolean {
  if (card.exp_month === null || card.exp_year === null) return false
  return `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` < today.slice(0, 7)
}

/**
 * The refunded minor units: the maximum of the individually reported refunds and the reported total, minus
 * refunds that failed later, and what was lost in disputes. Independent of the order of events.
 */
export function amountRefunded(
  payment: { amount: number; refunds_reported: number },
  refunds: readonly { amount: number; status: string; provider_refund_id: string | null }[],
  lost: number,
): number {
  const sumOf = (rows: typeof refunds) => rows.reduce((sum, row) => sum + row.amount, 0)
  const succeeded = sumOf(refunds.filter((row) => row.status === 'succeeded'))
  const failed = sumOf(refunds.filter((row) => row.status === 'failed' && row.provider_refund_id !== null))
  return Math.min(payment.amount, Math.max(succeeded, payment.refunds_reported - failed) + lost)
}

/** What was reversed because the payment was recorded by mistake. */
export const amountReversed = (
  refunds: readonly { amount: number; status: string; reverses: number }[],
): number =>
  refunds.reduce(
    (sum, { amount, status, reverses }) => sum + (reverses === 1 && status === 'succeeded' ? amount : 0),
    0,
  )
