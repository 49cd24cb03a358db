import {
  CARD_MISSING,
  TEST_DEBITS,
  TEST_REDIRECTS,
  TEST_VOUCHERS,
  type TestCardToken,
  type TestMethodToken,
} from '#shared/money/payments/payments.ts'
import { AppError } from '../../../core/calls/errors.ts'
import type { Services } from '../../../core/context.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { createStripeProvider, type StripeAccess } from '../payment-provider-stripe.ts'
import type { SubscriptionProvider } from '../subscription-provider.ts'
import { createStripeSubscriptions } from '../subscription-provider-stripe.ts'
import { withStandIn } from './commands/keep-stand-in.ts'
import { StandInHttpClient } from './http-client.ts'

/** Stripe's names for the cards that our forms offer. */
const CARDS: Readonly<Record<TestCardToken, string>> = {
  mock_card_visa: 'pm_card_visa',
  mock_card_mastercard: 'pm_card_mastercard',
  mock_card_declined: 'pm_card_chargeDeclined',
  mock_card_insufficient: 'pm_card_chargeDeclinedInsufficientFunds',
  mock_card_expired: 'pm_card_chargeDeclinedExpiredCard',
  mock_card_3ds: 'pm_card_authenticationRequiredOnSetup',
  mock_card_always3ds: 'pm_card_authenticationRequired',
  mock_card_notcharged: 'pm_card_chargeCustomerFail',
}

/** What the browser would have collected for other payment methods, by method and then by token. */
const COLLECTED: Readonly<Record<string, Readonly<Partial<Record<TestMethodToken, string>>>>> = {
  sepa_debit: { mock_debit_succeeds: 'ctoken_sepaDebit', mock_debit_fails: 'ctoken_sepaDebitFails' },
  us_bank_account: {
    mock_debit_succeeds: 'ctoken_usBankAccount',
    mock_debit_fails: 'ctoken_usBankAccountFails',
  },
  ideal: { mock_redirect: 'ctoken_ideal' },
  konbini: { mock_voucher: 'ctoken_konbini' },
  oxxo: { mock_voucher: 'ctoken_oxxo' },
  boleto: { mock_voucher: 'ctoken_boleto' },
  multibanco: { mock_voucher: 'ctoken_multibanco' },
}

const isIn = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name)

/** Stripe's name for a new card; a saved one has its own. */
export const cardFor = (method: string): string => (isIn(CARDS, method) ? CARDS[method] : method)

const OTHER_METHODS = new Set(Object.values(COLLECTED).flatMap((names) => Object.keys(names)))

/** The same for any payment method; throws BAD_REQUEST if none of this kind exists in the currency. */
function methodFor({ method, currency }: { method: string; currency: string }): string {
  if (!OTHER_METHODS.has(method)) return cardFor(method)
  for (const way of [TEST_DEBITS[currency], TEST_REDIRECTS[currency], TEST_VOUCHERS[currency]]) {
    const token = way && COLLECTED[way]?.[method as TestMethodToken]
    if (token !== undefined) return token
  }
  throw new AppError('BAD_REQUEST', NOT_IN_CURRENCY)
}

const NOT_IN_CURRENCY = 'This payment method is not available in this currency. Please use another one.'

const withCard = <Order extends { method: string }>(order: Order): Order => ({
  ...order,
  method: cardFor(order.method),
})

/** Stripe's adapter with a stand-in for Stripe, whose state the database stores. No money moves. */
export function createSimulatedProvider(services: Services): {
  payments: PaymentProvider
  subscriptions: SubscriptionProvider
} {
  const access: StripeAccess = {
    name: 'test',
    secretKey: 'sk_test_simulated',
    apiBase: null,
    httpClient: new StandInHttpClient(services),
  }
  const payments = createStripeProvider(access)
  const subscriptions = createStripeSubscriptions(access)
  return {
    payments: {
      ...payments,
      requireMethod(method) {
        if (!isIn(CARDS, method) && !OTHER_METHODS.has(method)) {
          throw new AppError('BAD_REQUEST', CARD_MISSING)
        }
      },
      charge: async (order) => payments.charge({ ...order, method: methodFor(order) }),
      setUpCard: (order) => payments.setUpCard(withCard(order)),
    },
    subscriptions: {
      ...subscriptions,
      create: (order) => subscriptions.create(withCard(order)),
      change: (order) => subscriptions.change(withCard(order)),
      pay: (order) => subscriptions.pay(withCard(order)),
    },
  }
}

/** Answers a charge, a debit or the setup of a card as the payer's bank. False for an unknown secret. */
export const answerAtBank = (services: Services, secret: string, approved: boolean): Promise<boolean> =>
  withStandIn(services, (standIn) => standIn.answerAtBank(secret, approved))
