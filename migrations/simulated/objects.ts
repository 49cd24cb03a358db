import type { Bill, Intent, Method, Refund, Setup, Subscription } from './rows.ts'

/** Stripe's names for the earlier provider's cards, with the last digits of their numbers. */
const CARDS: Readonly<Record<string, [token: string, last4: string, brand?: string]>> = {
  mock_card_visa: ['pm_card_visa', '4242'],
  mock_card_mastercard: ['pm_card_mastercard', '4444', 'mastercard'],
  mock_card_declined: ['pm_card_chargeDeclined', '0002'],
  mock_card_insufficient: ['pm_card_chargeDeclinedInsufficientFunds', '9995'],
  mock_card_expired: ['pm_card_chargeDeclinedExpiredCard', '0069'],
  mock_card_3ds: ['pm_card_authenticationRequiredOnSetup', '3155'],
  mock_card_always3ds: ['pm_card_authenticationRequired', '3184'],
  mock_card_notcharged: ['pm_card_chargeCustomerFail', '0341'],
}
/** What all test cards have in common. */
const TEST_CARD = { exp_month: 12, exp_year: 2034, funding: 'credit' }

export const isCard = (token: string | null): token is string => token !== null && token in CARDS

/** Currencies for which Stripe uses other decimals than we do. */
const FACTORS: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 }
const atStripe = (amount: number, currency: string): number =>
  Math.round(Number(amount) * (FACTORS[currency] ?? 1))

export const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/** An id of another kind with the same suffix, which consists of letters and digits only. */
export const idLike = (kind: string, id: string): string =>
  `mock_${kind}_${id.replace(/^mock_[a-z]+_/, '').replaceAll('-', '')}`

export function methodObject(id: string, token: string, customer: string | null) {
  const [name, last4, brand = 'visa'] = CARDS[token] ?? ['pm_card_visa', '4242']
  return {
    id,
    object: 'payment_method',
    type: 'card',
    customer,
    card: { brand, last4, ...TEST_CARD },
    token: name,
    isSetUp: customer !== null,
  }
}

export const keptMethod = ({ id, token, customer_id, detached_at }: Method) =>
  methodObject(id, token, detached_at === null ? customer_id : null)

const DECLINES: Readonly<Record<string, string>> = {
  'Your card has insufficient funds.': 'insufficient_funds',
  'Your card has expired.': 'expired_card',
}
const errorOf = (message: string | null) =>
  message === null
    ? null
    : {
        type: 'card_error',
        code: message.startsWith('We are unable to authenticate')
          ? 'authentication_required'
          : 'card_declined',
        ...(DECLINES[message] !== undefined && { decline_code: DECLINES[message] }),
        message,
      }

const STATUSES = {
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
} as const

const WAYS = new Set(['sepa_debit', 'us_bank_account', 'ideal'])

/** How a charge that isn't to a card continues; for a debit, only its time decides, which may have passed. */
export const courseOf = (intent: Intent) =>
  WAYS.has(intent.card_brand)
    ? {
        way: intent.card_brand,
        account: { last4: intent.card_last4, clears: intent.status === 'succeeded' },
        decided: seconds(intent.clears_at ?? intent.created_at),
      }
    : null

export function intentObject(intent: Intent, customer: string | null, method: string | null) {
  const currency = intent.currency.toLowerCase()
  const status = intent.clears_at === null ? STATUSES[intent.status] : 'processing'
  const metadata = { payment_id: intent.payment_id ?? '' }
  const { card_brand: brand, card_last4: last4 } = intent
  const details = WAYS.has(brand)
    ? { type: brand, [brand]: brand === 'ideal' ? {} : { last4 } }
    : { type: 'card', card: { brand, last4, ...TEST_CARD } }
  const charge = {
    id: idLike('ch', intent.id),
    object: 'charge',
    amount: atStripe(intent.amount, intent.currency),
    currency,
    amount_refunded: atStripe(intent.refunded, intent.currency),
    payment_intent: intent.id,
    metadata,
    payment_method_details: details,
  }
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: charge.amount,
    currency,
    status,
    // As it was shown to the browser, which may still respond for the bank.
    client_secret: intent.id.replace(/^mock_pi_/, 'pi_secret_'),
    created: seconds(intent.payment_created_at ?? intent.created_at),
    metadata,
    last_payment_error: intent.clears_at === null ? errorOf(intent.failure_message) : null,
    latest_charge: status === 'succeeded' || status === 'processing' ? charge : null,
    customer,
    payment_method: method,
    setup_future_usage: intent.keep_for === null ? null : 'off_session',
    application_fee_amount: null,
    next_action: null,
  }
}

export const refundObject = (refund: Refund, currency: string) => ({
  id: refund.id,
  object: 'refund',
  amount: atStripe(refund.amount, currency),
  currency: currency.toLowerCase(),
  charge: idLike('ch', refund.intent_id),
  payment_intent: refund.intent_id,
  status: 'succeeded',
  metadata: { refund_id: refund.refund_id },
})

export const setupObject = (setup: Setup) => ({
  id: setup.id,
  object: 'setup_intent',
  status: STATUSES[setup.status],
  client_secret: setup.id.replace(/^mock_seti_/, 'seti_secret_'),
  customer: setup.customer_id,
  payment_method: idLike('pm', setup.id),
  last_setup_error: errorOf(setup.failure_message),
})

const priceOf = (
  id: string,
  terms: { plan_id: string; price: number; billing_interval: string },
  currency: string,
) => ({
  id: idLike('price', id),
  object: 'price',
  product: `plan_${terms.plan_id}`,
  unit_amount: atStripe(terms.price, currency),
  currency: currency.toLowerCase(),
  recurring: { interval: terms.billing_interval, interval_count: 1, usage_type: 'licensed' },
})

export function subscriptionObject(
  subscription: Subscription,
  { customer, method, bills }: { customer: string; method: string; bills: readonly Bill[] },
) {
  const { id, currency } = subscription
  const item = {
    id: idLike('si', id),
    object: 'subscription_item',
    price: priceOf(id, subscription, currency),
    current_period_start: seconds(subscription.period_start),
    current_period_end: seconds(subscription.period_end),
  }
  const change = bills.find(({ reason, status }) => reason === 'change' && status === 'open')
  return {
    id,
    object: 'subscription',
    status: subscription.status,
    customer,
    default_payment_method: method,
    metadata: { agency_id: subscription.agency_id, plan_id: subscription.plan_id },
    cancel_at_period_end: Number(subscription.cancel_at_period_end) === 1,
    canceled_at: null,
    created: seconds(subscription.created_at),
    latest_invoice: bills.at(-1)?.id ?? null,
    pending_update:
      change === undefined
        ? null
        : {
            expires_at: seconds(change.created_at) + 82_800,
            subscription_items: [{ ...item, price: priceOf(change.id, change, currency) }],
          },
    items: { object: 'list', data: [item] },
  }
}

const REASONS = {
  create: 'subscription_create',
  change: 'subscription_update',
  cycle: 'subscription_cycle',
} as const

export function invoiceObject(
  bill: Bill,
  {
    subscription,
    customer,
    intentId,
  }: { subscription: Subscription; customer: string; intentId: string | null },
) {
  const { currency } = subscription
  const amount = atStripe(bill.amount, currency)
  const credit = bill.status === 'open' ? -atStripe(subscription.balance, currency) : 0
  const [start, end] = [seconds(bill.period_start), seconds(bill.period_end)]
  const line = { id: idLike('il', bill.id), object: 'line_item', description: 'Subscription' }
  const payment = {
    id: idLike('inpay', bill.id),
    object: 'invoice_payment',
    is_default: true,
    status: bill.status === 'void' ? 'canceled' : bill.status,
    payment: { type: 'payment_intent', payment_intent: intentId },
  }
  return {
    id: bill.id,
    object: 'invoice',
    status: bill.status,
    billing_reason: REASONS[bill.reason],
    customer,
    currency: currency.toLowerCase(),
    created: seconds(bill.created_at),
    total: amount - credit,
    starting_balance: credit,
    ending_balance: -atStripe(bill.balance, currency),
    amount_due: amount,
    amount_paid: bill.status === 'paid' ? amount : 0,
    attempt_count: bill.intent_id === null ? 0 : Number(bill.attempt),
    lines: { object: 'list', data: [{ ...line, amount: amount - credit, period: { start, end } }] },
    parent: {
      type: 'subscription_details',
      subscription_details: {
        subscription: subscription.id,
        metadata: { agency_id: subscription.agency_id, plan_id: bill.plan_id },
      },
    },
    payments: { object: 'list', data: intentId === null ? [] : [payment] },
  }
}

/** The customer's credit; Stripe stores it as a negative balance. */
export function balanceOf(subscription: Subscription, bills: readonly Bill[]): number {
  const open = bills.find(({ status }) => status === 'open')
  return -atStripe(open?.balance ?? subscription.balance, subscription.currency)
}
