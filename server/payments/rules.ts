import type { PaymentPurpose } from '#shared/payments.ts'
import { DEFAULT_CALENDAR, type Scope } from '../auth/scope.ts'

/** Routers whose queries a movement of money touches. */
export const PAYMENT_TOUCHES = [
  'payments',
  'invoices',
  'clients',
  'finance',
  'agencies',
  'packages',
  'notifications',
]

export const LEDGER_CATEGORY: Record<PaymentPurpose, string> = {
  invoice: 'invoices',
  quick_pay: 'quick_pay',
  subscription: 'subscriptions',
  deposit: 'deposits',
}

export const receiptNumber = (paymentId: string): string => `RCT-${paymentId.slice(0, 8).toUpperCase()}`

/** Whoever paid is who acted, also when the news comes from the provider. */
export const payerScope = (
  payment: { id: string; payer_user_id: string | null; payer_name: string },
  now: Date,
): Scope => ({
  userId: payment.payer_user_id ?? `payment:${payment.id}`,
  name: payment.payer_name,
  email: '',
  role: null,
  agencyId: null,
  clientId: null,
  employeeId: null,
  ...DEFAULT_CALENDAR,
  now,
})

/** How the request key of a subscription's renewal begins. */
export const RENEWAL_KEY = 'renewal:'

/** Cards are good until the end of the month on them. */
export function hasExpired(
  card: { exp_month: number | null; exp_year: number | null },
  today: string,
): boolean {
  if (card.exp_month === null || card.exp_year === null) return false
  return `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` < today.slice(0, 7)
}

/**
 * Minor units of a payment given back by what is known: the refunds told one by one, and the most the
 * provider has named as their sum, of which those that failed later do not count. Any order of the same
 * news gives the same answer.
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
