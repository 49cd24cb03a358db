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
