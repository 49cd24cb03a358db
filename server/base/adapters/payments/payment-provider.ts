import { CARDS_NOT_CONFIGURED, CARDS_NOT_SET_UP, TEST_MODE } from '#shared/money/payments/payments.ts'
import { AppError } from '../../core/calls/errors.ts'
import type { Config } from '../../core/config.ts'

export type ProviderName = 'stripe' | 'test'

/** A charge's state at the provider. */
export interface IntentState {
  id: string
  /** Processing may take days. */
  status: 'succeeded' | 'requires_action' | 'processing' | 'failed'
  /** The secret of the browser's authentication step. */
  clientSecret: string | null
  /** The page of the payer's bank, which sends them back; null if there is none to open. */
  bankPage?: string | null
  /** Set while the payer has a voucher or an account to transfer to, which are paid elsewhere within days. */
  waiting?: WaitingState | null
  /** The provider's message. */
  failure: string | null
  /** The provider's decline code, for example `insufficient_funds`. */
  decline?: string | null
  /** The card or other payment method, for example `sepa_debit`; `last4` is empty if it has no number. */
  card: { brand: string; last4: string } | null
  /** The saved card, if saving was requested. */
  savedCard?: ProviderCard | null
  /** Minor units refunded so far. */
  refunded: number
  /** The instant of the last refund, if known. */
  refundedAt?: string
  /** The instant at which it succeeded, if known; otherwise it counts from when it is reported. */
  at?: string
  /** The amount charged according to the provider; must equal the amount requested. */
  charged?: { amount: number; currency: string }
}

/** The state of a charge that was never created, for example because the provider refused it. */
export const failedIntent = (failure: string, decline: string | null = null): IntentState => ({
  id: '',
  status: 'failed',
  clientSecret: null,
  failure,
  decline,
  card: null,
  refunded: 0,
})

/** A payment that waits for the payer: how it is paid, until when, and the page that explains it. */
export interface WaitingState {
  /** For example `konbini`. */
  method: string
  /** An instant; null if it doesn't expire. */
  until: string | null
  url: string | null
}

/** A card saved by the provider for a customer. */
export interface ProviderCard {
  id: string
  brand: string
  last4: string
  expMonth: number | null
  expYear: number | null
}

/** The state of saving a card without a payment. */
export interface SetupState {
  id: string
  status: IntentState['status']
  clientSecret: string | null
  failure: string | null
  savedCard: ProviderCard | null
}

/** Our failure codes if the provider rejected the payee's account or its key, or the request, but no card. */
export const ACCOUNT_REFUSED = 'account_refused'
export const REQUEST_REFUSED = 'request_refused'

/** Shown for a card of a customer that was deleted at the provider. */
export const CARD_GONE = 'This card was deleted at the payment provider. Add it again.'

/** A refund's state at the provider; one in progress counts as succeeded until it fails. */
export interface RefundState {
  id: string
  status: 'succeeded' | 'failed'
  failure: string | null
  /** The charge's total refunded minor units, if the response includes it. */
  total?: number
  /** The instant at which it was made or failed, if known; otherwise it counts from when it is reported. */
  at?: string
}

export interface ChargeOrder {
  /** Our payment's id, stored by the provider so that a lost response can be recovered. */
  paymentId: string
  createdAt: string
  amount: number
  currency: string
  description: string
  /** The name of a test card, a ConfirmationToken, or the PaymentMethod of a saved or new card. */
  method: string
  idempotencyKey: string
  customer?: string | null
  /** Save the card for the customer's next payments. */
  saveCard?: boolean
  /** The customer isn't present to authenticate, as for a renewal. */
  offSession?: boolean
  /** The platform's fee in minor units, for connected accounts. */
  platformFee?: number
  /** Where the payer's bank redirects to. */
  returnUrl?: string
  /** The person consenting to a debit mandate. */
  payer?: { ip: string; userAgent: string | null }
}

export interface RefundOrder {
  intentId: string
  amount: number
  currency: string
  /** Our refund's id, stored by the provider to identify its events. */
  refundId: string
  idempotencyKey: string
}

/** Saves cards for customers. */
export interface CardKeeper {
  /** Saves a new card without charging it; its bank may require authentication. */
  setUpCard(order: { customer: string; method: string; idempotencyKey: string }): Promise<SetupState>
  retrieveSetup(setupId: string): Promise<SetupState>
  /** Null if the customer was deleted there, with all cards. */
  listCards(customer: string): Promise<ProviderCard[] | null>
  /** Whether it was deleted there; false if the provider doesn't respond, which the next call reports. */
  isCustomerGone(customer: string): Promise<boolean>
  /** Sets the card used for payments that don't specify one. */
  setDefaultCard(card: { customer: string; method: string }): Promise<void>
  /** Deletes a card; already deleted cards are ignored. */
  removeCard(method: string): Promise<void>
  /** Deletes the customer and all cards. */
  removeCustomer(customer: string): Promise<void>
}

/** Charges cards. Every call can be repeated: the idempotency key prevents duplicate charges. */
export interface PaymentProvider extends CardKeeper {
  name: ProviderName
  createCustomer(person: { email: string; name: string; idempotencyKey: string }): Promise<string>
  /** Throws a BAD_REQUEST with an explanation unless it is a method of this provider. */
  requireMethod(method: string): void
  charge(order: ChargeOrder): Promise<IntentState>
  /** Throws if the amount can't be charged exactly; called before anything is stored. */
  requireChargeable?(amount: number, currency: string): void
  retrieve(intentId: string): Promise<IntentState>
  /** Finds the charge for our payment, for when a response was lost; null if there is none. */
  find(payment: { id: string; idempotencyKey: string; createdAt: string }): Promise<IntentState | null>
  /** Cancels a charge waiting for authentication; a succeeded charge is unaffected. */
  cancel(intentId: string): Promise<IntentState>
  /** Refunds all or part of a charge; throws a CONFLICT with the provider's message if it can't. */
  refund(order: RefundOrder): Promise<RefundState>
  /** Finds the refund for our row, for when a response was lost; null if there is none. */
  findRefund(order: Omit<RefundOrder, 'amount' | 'currency'>): Promise<RefundState | null>
}

/** The portal's own account at a provider, as configured. */
export interface InstanceAccount {
  provider: ProviderName
  /** Null if entering a card needs no script. */
  publishableKey: string | null
  /**
   * Whether clients of every agency can pay there, or only those of the agency chosen by the administrator.
   */
  open: 'to all' | 'to one'
  /** Set if the browser simulates the payer's bank; null for real banks. */
  bank: string | null
  /** Its name in emails and documents. */
  notice: string | null
  /** Whether money moves. */
  livemode: boolean
}

const SIMULATED: InstanceAccount = {
  provider: 'test',
  publishableKey: null,
  open: 'to all',
  bank: '/bank-answers',
  notice: TEST_MODE,
  livemode: false,
}

type AccountConfig = Pick<Config, 'stripe' | 'demo' | 'allowTestPayments'>

/**
 * Stripe if its keys are configured, else the test provider if it is allowed; null if cards can't be
 * accepted.
 */
export function instanceAccount(config: AccountConfig): InstanceAccount | null {
  return stripeAccount(config) ?? (config.demo || config.allowTestPayments ? SIMULATED : null)
}

/** Whether payments to the portal's own account at the provider moved money, even if it is no longer configured. */
export function movedMoney(provider: string, config: AccountConfig): boolean {
  const accounts = [SIMULATED, stripeAccount(config)]
  return accounts.find((account) => account?.provider === provider)?.livemode ?? true
}

function stripeAccount({ stripe }: AccountConfig): InstanceAccount | null {
  if (stripe === null) return null
  const { publishableKey, secretKey } = stripe
  return {
    provider: 'stripe',
    publishableKey,
    open: 'to one',
    bank: null,
    notice: null,
    livemode: !isTestKey(secretKey),
  }
}

/** The owner of rows of the portal's own account; null if cards can't be accepted. */
export const providerName = (config: Parameters<typeof instanceAccount>[0]): ProviderName | null =>
  instanceAccount(config)?.provider ?? null

/** Whether the key is for test mode, in which no money moves. */
export const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key)

export const modeOf = (key: string): 'test' | 'live' => (isTestKey(key) ? 'test' : 'live')

/** The error if the portal doesn't accept cards. */
export const cardsNotConfigured = (): AppError =>
  new AppError('CONFLICT', CARDS_NOT_CONFIGURED, { reason: 'cards_not_configured' })

/** The error if the payee has no account. */
export const cardsNotSetUp = (): AppError =>
  new AppError('CONFLICT', CARDS_NOT_SET_UP, { reason: 'cards_not_configured' })
