/** Why a card is declined, in the form of Stripe's errors. */
export interface CardError {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}

interface TestCard {
  number: string
  brand: string
  /**
   * When the bank requires authentication; `after attaching` is declined only once attached to a customer.
   */
  asks: 'never' | 'unless set up' | 'always'
  declines: 'never' | 'always' | 'after attaching'
  error: CardError | null
}

const refusal = (decline_code: string, message: string, code = 'card_declined'): CardError => ({
  type: 'card_error',
  code,
  decline_code,
  message,
})
export const DECLINED = refusal('generic_decline', 'Your card was declined.')

const works = { asks: 'never', declines: 'never', error: null } as const
const declined = (number: string, error: CardError): TestCard => ({
  number,
  brand: 'visa',
  asks: 'never',
  declines: 'always',
  error,
})

/** The supported cards of https://docs.stripe.com/testing, by their test token. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa', ...works },
  /** Its money is available at once. */
  pm_card_bypassPending: { number: '4000000000000077', brand: 'visa', ...works },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard', ...works },
  pm_card_chargeDeclined: declined('4000000000000002', DECLINED),
  pm_card_chargeDeclinedInsufficientFunds: declined(
    '4000000000009995',
    refusal('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  pm_card_chargeDeclinedExpiredCard: declined(
    '4000000000000069',
    refusal('expired_card', 'Your card has expired.', 'expired_card'),
  ),
  pm_card_chargeCustomerFail: {
    ...declined('4000000000000341', DECLINED),
    declines: 'after attaching',
  },
  pm_card_authenticationRequiredOnSetup: {
    ...works,
    number: '4000002500003155',
    brand: 'visa',
    asks: 'unless set up',
  },
  pm_card_authenticationRequired: { ...works, number: '4000002760003184', brand: 'visa', asks: 'always' },
}

/** The error of an off-session charge that requires authentication. */
export const AUTHENTICATION_REQUIRED = refusal(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
  'authentication_required',
)

/** The error if the payer fails authentication. */
export const notAuthenticated = (of: 'payment_intent' | 'setup_intent'): CardError => ({
  type: 'card_error',
  code: `${of}_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
})

/** The error if nobody pays a voucher in time. */
export const EXPIRED = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_expired',
  message: 'The payment attempt for this PaymentIntent has expired.',
} as const satisfies CardError

/** The currencies of each payment method, and how a charge proceeds. */
export const WAYS = {
  card: { currencies: null, goes: 'at once' },
  sepa_debit: { currencies: ['eur'], goes: 'for days' },
  us_bank_account: { currencies: ['usd'], goes: 'for days' },
  ideal: { currencies: ['eur'], goes: 'at the bank' },
  konbini: { currencies: ['jpy'], goes: 'by voucher' },
  oxxo: { currencies: ['mxn'], goes: 'by voucher' },
  boleto: { currencies: ['brl'], goes: 'by voucher' },
  multibanco: { currencies: ['eur'], goes: 'by voucher' },
  customer_balance: { currencies: ['eur', 'gbp', 'jpy', 'mxn', 'usd'], goes: 'by transfer' },
} as const
export type Way = keyof typeof WAYS

/** The account that a debit is taken from, and the debit's outcome. */
export interface TestAccount {
  last4: string
  clears: boolean
}
const GOOD = { last4: '3000', clears: true }
const BAD = { last4: '3001', clears: false }

/** Stands for what the browser would have collected, for callers without one; each use creates a new token. */
export const TEST_TOKENS: Readonly<Record<string, { type: Way; account: TestAccount }>> = {
  ctoken_sepaDebit: { type: 'sepa_debit', account: GOOD },
  ctoken_sepaDebitFails: { type: 'sepa_debit', account: BAD },
  ctoken_usBankAccount: { type: 'us_bank_account', account: GOOD },
  ctoken_usBankAccountFails: { type: 'us_bank_account', account: BAD },
  ctoken_ideal: { type: 'ideal', account: GOOD },
  ctoken_konbini: { type: 'konbini', account: GOOD },
  ctoken_oxxo: { type: 'oxxo', account: GOOD },
  ctoken_boleto: { type: 'boleto', account: GOOD },
  ctoken_multibanco: { type: 'multibanco', account: GOOD },
}
