import type { Selectable } from 'kysely'
import type { PaymentPurpose, PaymentStatus } from '#shared/payments.ts'
import type { Schema } from '../db/schema.ts'

export type PaymentRow = Selectable<Schema['payments']>

export const LEDGER_CATEGORY: Record<PaymentPurpose, string> = {
  invoice: 'invoices',
  quick_pay: 'quick_pay',
  subscription: 'subscriptions',
  deposit: 'deposits',
}

/** The account of the instance's own keys, or of the test provider. */
export const INSTANCE = 'instance'

/** Whose cards, at which account of which provider. */
export interface CardOwner {
  userId: string
  provider: 'test' | 'stripe'
  account: string
}

export const receiptNumber = (paymentId: string): string => `RCT-${paymentId.slice(0, 8).toUpperCase()}`

/** Whoever paid is named in the feed, also when the provider tells of it later. */
export const payerOf = (payment: Pick<PaymentRow, 'payer_user_id' | 'payer_name'>) => ({
  userId: payment.payer_user_id,
  name: payment.payer_name,
})

/** As both sides see it: one that the provider works on is neither open nor paid. */
export const shownStatus = ({
  status,
  processing_since,
}: Pick<PaymentRow, 'status' | 'processing_since'>): PaymentStatus =>
  status === 'pending' && processing_since !== null ? 'processing' : status

/** How the request key of a subscription's renewal begins. */
export const RENEWAL_KEY = 'renewal:'

/** How the request key of an automatic charge begins. */
export const AUTOPAY_KEY = 'autopay:'

/** Charged under a mandate: whoever paid was not there. */
export const isAutomatic = ({ request_key }: Pick<PaymentRow, 'request_key'>): boolean =>
  request_key?.startsWith(AUTOPAY_KEY) ?? false

/** Our word where the provider has never heard of a charge: nothing was asked of the card. */
export const INTERRUPTED = 'interrupted'

/** Cards are good until the end of the month on them. */
export function hasExpired(
  card: { exp_month: number | null; exp_year: number | null },
  today: string,
): boolean {
  if (card.exp_month === null || card.exp_year === null) return false
  return `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` < today.slice(0, 7)
}

/**
 * Minor units of a payment given back by what is known: the refunds reported one by one, and the most the
 * provider has named as their sum, of which those that failed later do not count. Any order of the same
 * events gives the same answer.
 */
export function amountRefunded(
  payment: { amount: number; refunds_reported: number },
  refunds: readonly { amount: number; status: string; provider_refund_id: string | null }[],
): number {
  const sumOf = (rows: typeof refunds) => rows.reduce((sum, row) => sum + row.amount, 0)
  const succeeded = sumOf(refunds.filter((row) => row.status === 'succeeded'))
  const failed = sumOf(refunds.filter((row) => row.status === 'failed' && row.provider_refund_id !== null))
  return Math.min(payment.amount, Math.max(succeeded, payment.refunds_reported - failed))
}
