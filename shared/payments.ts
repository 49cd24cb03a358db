import { z } from 'zod'
import { calendarDate, instantText } from './dates.ts'
import { currencyCode } from './exchange.ts'
import { creditLines, MAX_AMOUNT } from './invoices.ts'
import { pageInput } from './paging.ts'
import { optionalText, requiredText } from './text.ts'

/** The provider works for days on one that is `processing`: it is neither open nor paid. */
export const PAYMENT_STATUSES = ['succeeded', 'pending', 'processing', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type PaymentPurpose = 'invoice' | 'quick_pay' | 'subscription' | 'deposit'
export type PayeeKind = 'agency' | 'platform' | 'supplier'
export const PAYMENT_METHODS = ['card', 'bank', 'cash', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const QUICK_PAY = { amount: 10_000, currency: 'USD' } as const

/** The test provider's cards by token. */
export const TEST_CARDS = {
  mock_card_visa: { number: '4242424242424242', brand: 'visa', outcome: 'succeeds' },
  mock_card_mastercard: { number: '5555555555554444', brand: 'mastercard', outcome: 'succeeds' },
  mock_card_declined: { number: '4000000000000002', brand: 'visa', outcome: 'declined' },
  mock_card_insufficient: { number: '4000000000009995', brand: 'visa', outcome: 'insufficient funds' },
  mock_card_expired: { number: '4000000000000069', brand: 'visa', outcome: 'expired' },
  mock_card_3ds: { number: '4000002500003155', brand: 'visa', outcome: 'asks for authentication' },
  mock_card_always3ds: {
    number: '4000002760003184',
    brand: 'visa',
    outcome: 'asks every time',
  },
  mock_card_notcharged: { number: '4000000000000341', brand: 'visa', outcome: 'declined once saved' },
} as const
export type TestCardToken = keyof typeof TEST_CARDS

/** The test provider's debits and bank redirects by token; what they are called depends on the currency. */
export const TEST_METHODS = {
  mock_debit_succeeds: { last4: '3000', outcome: 'clears' },
  mock_debit_fails: { last4: '3001', outcome: 'bounces' },
  mock_redirect: { last4: null, outcome: 'redirects' },
} as const
export type TestMethodToken = keyof typeof TEST_METHODS

/** What the test provider takes besides cards, as Stripe does: debits in euros and dollars, iDEAL in euros. */
export const TEST_DEBITS: Readonly<Record<string, 'sepa_debit' | 'us_bank_account'>> = {
  EUR: 'sepa_debit',
  USD: 'us_bank_account',
}
export const TEST_REDIRECTS: Readonly<Record<string, 'ideal'>> = { EUR: 'ideal' }

/** Test accounts by number: those that Stripe documents. */
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

const CARD_MISSING = 'Card information is required'

/** A test token or a Stripe PaymentMethod id; anything that looks like a card number is rejected. */
const newCard = z
  .string(CARD_MISSING)
  .max(200, CARD_MISSING)
  .regex(/^(mock_card_[a-z0-9]+|pm_[A-Za-z0-9_]+)$/, CARD_MISSING)
/** Whatever the payer pays with now: a new card, or a ConfirmationToken of the Payment Element. */
const newMethod = z
  .string(CARD_MISSING)
  .max(200, CARD_MISSING)
  .regex(/^(mock_(card|debit|redirect)[a-z0-9_]*|pm_[A-Za-z0-9_]+|ctoken_[A-Za-z0-9_]+)$/, CARD_MISSING)
/** A new card's token, or the id of one of the caller's saved cards. */
const anyCard = z.union([newCard, z.uuid()], CARD_MISSING)

/** Whether the method is a saved card. */
export const isSavedCard = (method: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(method)

/** `request_id` is generated once per submitted form; repeating it never charges twice. */
const requestId = { request_id: z.uuid() }
const cardCharge = { method: anyCard, ...requestId }
const anyMethod = z.union([newMethod, z.uuid()], CARD_MISSING)
/** Minor units; left out, everything that is owed. The owner decides whether less is taken. */
const part = {
  amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT).optional(),
}
/** Saves a new card for the caller's future payments. */
const saveCard = { save_card: z.boolean().default(false) }

export const payInvoiceInput = z.strictObject({
  invoice_id: z.uuid(),
  method: anyMethod,
  ...part,
  ...requestId,
  ...saveCard,
})
export const payByLinkInput = z.strictObject({
  token: z.string().min(20).max(100),
  method: newMethod,
  ...part,
  ...requestId,
})
export const quickPayInput = z.strictObject({ method: anyMethod, ...requestId, ...saveCard })
export const subscribeInput = z.strictObject({
  plan_id: z.uuid(),
  ...cardCharge,
  /** The instant of the preview, so that the price matches it. */
  proration_date: instantText.optional(),
})
/** Pays a failed renewal with another card. */
export const payOverdueInput = z.strictObject(cardCharge)

/** Of the invoice a pay link opens; else of the caller. */
export const providerInput = z.strictObject({ token: z.string().min(20).max(100).optional() }).optional()

export const addCardInput = z.strictObject({ method: newCard, ...requestId })

/** After card authentication; `test_approved` is the result for the test provider. */
export const confirmPaymentInput = z.strictObject({
  id: z.uuid(),
  test_approved: z.boolean().optional(),
})
export const confirmByLinkInput = confirmPaymentInput.extend({ token: z.string().min(20).max(100) })

/** The payment whose receipt it is. */
export const receiptRef = z.strictObject({ id: z.uuid() })

export const paymentListInput = z.strictObject({
  ...pageInput,
  status: z.enum(PAYMENT_STATUSES).nullish(),
  client_id: z.uuid().nullish(),
  invoice_id: z.uuid().nullish(),
})

/** A payment received another way, recorded by the owner for an invoice or as a client's deposit. */
export const manualPaymentInput = z
  .strictObject({
    invoice_id: z.uuid().optional(),
    client_id: z.uuid().optional(),
    /** Of a deposit; defaults to what the client is billed in. */
    currency: currencyCode.optional(),
    amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT),
    method: z.enum(['bank', 'cash', 'other']),
    description: optionalText(200),
    paid_on: calendarDate.optional(),
    /** False if the transfer hasn't arrived yet. */
    received: z.boolean().default(true),
    /** Confirms it to the client by email, once it is received. */
    mail_receipt: z.boolean().default(true),
    request_id: z.uuid(),
  })
  .refine((input) => (input.invoice_id === undefined) !== (input.client_id === undefined), {
    message: 'Choose an invoice or a client.',
  })

export const settleManualInput = z.strictObject({ id: z.uuid(), received: z.boolean() })
export const refundInput = z.strictObject({
  id: z.uuid(),
  /** Minor units; defaults to the full remaining amount. */
  amount: z.int('Amount must be a number').min(1, 'Amount must be more than 0').max(MAX_AMOUNT).optional(),
  ...requestId,
  reason: requiredText('Please give a reason.', 500),
  /** Issues a credit note over the same amount, so that nothing is owed again. */
  credit: z.boolean().default(false),
  /** The lines that the note takes back; the amount is theirs. */
  credit_lines: creditLines.optional(),
})

/**
 * The result of a charge; `requires_action` means that the payer's bank asks, `processing` that the provider
 * works on it for days.
 */
export interface ChargeDto {
  payment_id: string
  status: 'succeeded' | 'requires_action' | 'processing' | 'pending' | 'failed'
  /** Stripe's client secret for authentication; null with the test provider. */
  client_secret: string | null
  /** The test provider's bank, to be visited now; Stripe's script knows its own. */
  redirect_url?: string
  /** The provider's message. */
  failure: string | null
  amount: number
  currency: string
}

/** The result of adding a card; like a charge, it may need authentication. */
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
  /** The card, debit or bank it was paid with; `last4` is empty where there is no number. */
  card: { brand: string; last4: string } | null
  failure: string | null
  /** Minor units refunded so far. */
  refunded: number
  /** How the newest dispute with the payer's bank stands; null without one. */
  dispute: 'inquiry' | 'open' | 'won' | 'lost' | null
  /** Whether the owner may refund the rest of it. */
  refundable: boolean
}

/** What else than cards is paid with online. */
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
}

/** "Visa ending in 4242", "SEPA Direct Debit ending in 3000", "iDEAL". */
export function methodName({ brand, last4 }: { brand: string; last4: string }): string {
  const name =
    METHOD_NAMES[brand] ?? brand.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase())
  return last4 === '' ? name : `${name} ending in ${last4}`
}

/** On every mail and document of a portal that simulates payments. */
export const TEST_MODE = 'Test mode: payments are simulated, and no money moves.'

/** Shown instead of card forms if card payment isn't configured. */
export const CARDS_NOT_CONFIGURED =
  'Card payment is not configured on this portal. Only the operator can turn it on. Until then, please pay another way.'

/** The same if only the payee takes no cards. */
export const CARDS_NOT_SET_UP =
  'Card payment is not set up. Please pay another way, for example by bank transfer.'

/** How cards are accepted: Stripe, the built-in test provider, or not at all. */
export interface PaymentProviderDto {
  provider: 'stripe' | 'test' | 'none'
  publishable_key: string | null
  /** The connected account that is paid, where it is one. */
  stripe_account: string | null
  test_mode: boolean
  /** Why no cards are accepted; null if they are. */
  message: string | null
}
