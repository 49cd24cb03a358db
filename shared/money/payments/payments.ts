import { shiftDate } from '../../base/calendar.ts'
import type { PaymentInstructionsDto, PaymentMethod } from '../invoices/payment-methods.ts'

export const CARD_MISSING = 'Card information is required'
/** The `reason` for rejecting a payment of an amount that isn't due, or no longer. */
export const AMOUNT_DIFFERS = 'amount_differs'
/**
 * A `processing` payment takes the provider days; meanwhile it is neither open nor paid. A `reversed` one was recorded
 * by mistake.
 */
export const PAYMENT_STATUSES = [
  'succeeded',
  'pending',
  'processing',
  'failed',
  'refunded',
  'reversed',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type PaymentPurpose = 'invoice' | 'quick_pay' | 'subscription' | 'deposit'
/** The tax that a deposit includes, by one of the agency's rates or a percentage. */
export interface AdvanceTax {
  tax_rate_id?: string | null | undefined
  tax_bps: number
}

export type PayeeKind = 'agency' | 'platform' | 'supplier'

const DAYS_BEFORE = 366

/** Whether a payment is dated so long before its invoice that its year is probably mistyped. */
export const isLongBefore = (paidOn: string, issuedOn: string | null): boolean =>
  issuedOn !== null && paidOn < shiftDate(issuedOn, -DAYS_BEFORE)

export const QUICK_PAY = { amount: 10_000, currency: 'USD' } as const

/** The test provider's cards by token. */
export const TEST_CARDS = {
  mock_card_visa: { number: '4242424242424242' },
  mock_card_mastercard: { number: '5555555555554444' },
  mock_card_declined: { number: '4000000000000002' },
  mock_card_insufficient: { number: '4000000000009995' },
  mock_card_expired: { number: '4000000000000069' },
  /** Its bank asks for authentication until it is saved. */
  mock_card_3ds: { number: '4000002500003155' },
  mock_card_always3ds: { number: '4000002760003184' },
  /** It can be saved, but not charged. */
  mock_card_notcharged: { number: '4000000000000341' },
} as const
export type TestCardToken = keyof typeof TEST_CARDS

/** The tokens of the test provider's debits and bank redirects; what they stand for depends on the currency. */
export type TestMethodToken = 'mock_debit_succeeds' | 'mock_debit_fails' | 'mock_redirect' | 'mock_voucher'

/**
 * The test provider's other payment methods, as offered by Stripe: debits in euros and dollars, iDEAL in
 * euros, and the vouchers of four countries.
 */
export const TEST_DEBITS: Readonly<Record<string, 'sepa_debit' | 'us_bank_account'>> = {
  EUR: 'sepa_debit',
  USD: 'us_bank_account',
}
export const TEST_REDIRECTS: Readonly<Record<string, 'ideal'>> = { EUR: 'ideal' }
export const TEST_VOUCHERS: Readonly<Record<string, 'konbini' | 'oxxo' | 'boleto' | 'multibanco'>> = {
  JPY: 'konbini',
  MXN: 'oxxo',
  BRL: 'boleto',
  EUR: 'multibanco',
}

/** Test accounts by number, as documented by Stripe. */
const TEST_ACCOUNTS: Readonly<Record<string, TestMethodToken>> = {
  DE89370400440532013000: 'mock_debit_succeeds',
  DE62370400440532013001: 'mock_debit_fails',
  '000123456789': 'mock_debit_succeeds',
  '000111111113': 'mock_debit_fails',
}

/** Converts a test IBAN or account number to its token in the browser; the number is never sent. */
export const testDebitToken = (number: string): TestMethodToken | null =>
  TEST_ACCOUNTS[number.replaceAll(/[\s-]/g, '').toUpperCase()] ?? null

/** Converts a test card number to its token in the browser; the number is never sent. */
export function testCardToken(cardNumber: string): TestCardToken | null {
  const digits = cardNumber.replaceAll(/[\s-]/g, '')
  const entry = Object.entries(TEST_CARDS).find(([, card]) => card.number === digits)
  return entry === undefined ? null : (entry[0] as TestCardToken)
}

/** Whether the method is a saved card. */
export const isSavedCard = (method: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(method)

/**
 * The result of a charge; with `requires_action` the payer's bank requires authentication, with `processing`
 * the provider takes days.
 */
export interface ChargeDto {
  payment_id: string
  status: 'succeeded' | 'requires_action' | 'processing' | 'pending' | 'failed'
  /** The provider's client secret while authentication or processing is pending. */
  client_secret: string | null
  /** The bank page to redirect to; not set if the provider's script redirects. */
  redirect_url?: string
  /** The provider's message. */
  failure: string | null
  amount: number
  currency: string
  /** Set if the payer has days to pay elsewhere, for example at a shop. */
  waiting?: PaymentInstructionsDto | null
}

/** The result of adding a card, which may need authentication like a charge. */
export interface CardSetupDto extends Pick<ChargeDto, 'client_secret' | 'failure'> {
  status: Exclude<ChargeDto['status'], 'processing'>
  setup_id: string
  /** Set once it is saved. */
  card: SavedCardDto | null
}

export interface SavedCardDto {
  id: string
  brand: string
  last4: string
  /** Null if unknown. */
  exp_month: number | null
  exp_year: number | null
  expired: boolean
  is_default: boolean
  /** True if it renews the plan of the caller's agency. */
  renews_plan: boolean
}

export interface PaymentDto {
  id: string
  kind: 'payment' | 'payout'
  date: string
  description: string
  /** Minor units. */
  amount: number
  currency: string
  status: PaymentStatus
  invoiceId: string | null
  receiptUrl?: string
  agency_id: string | null
  client_id: string | null
  payer_name: string
  method: PaymentMethod
  /** The card, debit, or bank redirect used; `last4` is empty if there is no number. */
  card: { brand: string; last4: string } | null
  failure: string | null
  /** Set while a pending payment waits for the payer to pay elsewhere. */
  waiting: PaymentInstructionsDto | null
  /** Minor units refunded or reversed so far. */
  refunded: number
  /** The part of `refunded` that no money was returned for, because the payment was recorded by mistake. */
  reversed: number
  /** The state of the latest dispute; null if there is none. */
  dispute: 'inquiry' | 'open' | 'won' | 'lost' | null
  /** Whether the owner tells if it arrived, because no provider does. */
  confirmable: boolean
  /** Whether the owner can refund the rest. */
  refundable: boolean
  /** Whether the owner recorded it, and can reverse it if that was a mistake. */
  reversible: boolean
}

/** Whether the payee returns the money of a refund, because no payment provider received it. */
export const isRefundedByPayee = ({ method }: Pick<PaymentDto, 'method'>): boolean => method !== 'card'

/** Online payment methods other than cards. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  sepa_debit: 'SEPA Direct Debit',
  us_bank_account: 'ACH Direct Debit',
  bacs_debit: 'Bacs Direct Debit',
  acss_debit: 'Pre-authorized debit',
  au_becs_debit: 'BECS Direct Debit',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  eps: 'EPS',
  p24: 'Przelewy24',
  link: 'Link',
  paypal: 'PayPal',
  konbini: 'Konbini',
  oxxo: 'OXXO',
  boleto: 'Boleto',
  multibanco: 'Multibanco',
  pix: 'Pix',
  customer_balance: 'Bank transfer',
}

/** "Visa ending in 4242", "SEPA Direct Debit ending in 3000", "iDEAL". */
export function methodName({ brand, last4 }: { brand: string; last4: string }): string {
  const name =
    METHOD_NAMES[brand] ?? brand.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
  return last4 === '' ? name : `${name} ending in ${last4}`
}

/** Shown on all mails and documents if payments are simulated. */
export const TEST_MODE = 'Test mode: payments are simulated, and no money moves.'

/** Shown instead of card forms if card payment isn't configured. */
export const CARDS_NOT_CONFIGURED =
  'Card payment is not configured on this portal. Only the operator can turn it on. Until then, please pay another way.'

/** The same if the payee doesn't accept cards. */
export const CARDS_NOT_SET_UP =
  'Card payment is not set up. Please pay another way, for example by bank transfer.'

/** How cards are accepted: Stripe, the built-in test provider, or not at all. */
export interface PaymentProviderDto {
  provider: 'stripe' | 'test' | 'none'
  publishable_key: string | null
  /** The connected account being paid, if any. */
  stripe_account: string | null
  test_mode: boolean
  /** The URL that receives the simulated bank's response in test mode; null for real banks. */
  bank: string | null
  /** Why cards aren't accepted; null if they are. */
  message: string | null
}
