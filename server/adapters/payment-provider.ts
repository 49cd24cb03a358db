import { CARDS_NOT_CONFIGURED, CARDS_NOT_SET_UP } from '#shared/payments.ts'
import type { Config } from '../core/config.ts'
import { AppError } from '../core/errors.ts'

export type ProviderName = 'stripe' | 'test'

/** What a provider says of one charge, whoever asked. */
export interface IntentState {
  id: string
  /** Processing lasts for days. */
  status: 'succeeded' | 'requires_action' | 'processing' | 'failed'
  /** Stripe's secret for the browser's authentication step. */
  clientSecret: string | null
  /** The test provider's page of the payer's bank, beside our return address. */
  asksAtBank?: boolean
  /** The provider's own words. */
  failure: string | null
  /** Its word for a decline, for instance `insufficient_funds`. */
  decline?: string | null
  /** The card, or what else it was paid with, for instance `sepa_debit`; `last4` is empty without a number. */
  card: { brand: string; last4: string } | null
  /** The card as it is kept for the customer, where it was asked to be. */
  kept?: KeptCard | null
  /** Minor units given back so far. */
  refunded: number
  /** What the provider says was charged; it must be what we asked for. */
  charged?: { amount: number; currency: string }
}

/** A card the provider keeps for a customer. */
export interface KeptCard {
  id: string
  brand: string
  last4: string
  expMonth: number | null
  expYear: number | null
}

/** What a provider says of the keeping of one card that pays nothing now. */
export interface SetupState {
  id: string
  status: IntentState['status']
  clientSecret: string | null
  failure: string | null
  kept: KeptCard | null
}

/** What a provider says of one refund; one that is on its way has succeeded until it fails. */
export interface RefundState {
  id: string
  status: 'succeeded' | 'failed'
  failure: string | null
  /** Minor units of the charge given back in all, where the answer says so. */
  total?: number
}

export interface ChargeOrder {
  /** Our payment's id, kept by the provider so that a lost answer can be found again. */
  paymentId: string
  createdAt: string
  amount: number
  currency: string
  description: string
  /** A test token, a Stripe ConfirmationToken, or a PaymentMethod id of a card, kept for the customer or new. */
  method: string
  idempotencyKey: string
  customer?: string | null
  /** Keep the card for the customer's next payments. */
  saveCard?: boolean
  /** Nobody is there to authenticate: a renewal. */
  offSession?: boolean
  /** The platform's part, in minor units, on a connected account. */
  platformFee?: number
  /** Where the payer's bank sends them back to. */
  returnUrl?: string
  /** Who agrees to a debit, for its mandate. */
  payer?: { ip: string; userAgent: string | null }
}

export interface RefundOrder {
  intentId: string
  amount: number
  currency: string
  /** Our refund's id, kept by the provider so that its events can be told apart. */
  refundId: string
  idempotencyKey: string
}

export interface KeepOrder {
  customer: string
  method: string
  idempotencyKey: string
}

/** Keeps cards for customers. */
export interface CardKeeper {
  /** Keeps a new card, charging nothing; its bank may ask for the customer's consent. */
  setUpCard(order: KeepOrder): Promise<SetupState>
  retrieveSetup(setupId: string): Promise<SetupState>
  listCards(customer: string): Promise<KeptCard[]>
  /** The card that pays what names no other one. */
  setDefaultCard(card: { customer: string; method: string }): Promise<void>
  /** Forgets a card; one already forgotten is fine. */
  removeCard(method: string): Promise<void>
  /** Forgets the customer with all cards. */
  removeCustomer(customer: string): Promise<void>
  /** The test provider's stand-in for the bank's page. */
  answerSetup?(setupId: string, approved: boolean): Promise<SetupState>
}

/** Takes cards. Every call may be repeated: the idempotency key makes it one charge. */
export interface PaymentProvider extends CardKeeper {
  name: ProviderName
  createCustomer(person: { email: string; name: string; idempotencyKey: string }): Promise<string>
  charge(order: ChargeOrder): Promise<IntentState>
  /** Refuses, in words, an amount that could not be charged exactly; asked before anything is stored. */
  requireChargeable?(amount: number, currency: string): void
  /**
   * Keeps a card for renewals, charging nothing. Null where its bank wants to be asked each time; a refused
   * card is a BAD_REQUEST in the provider's words.
   */
  keepCard(order: KeepOrder): Promise<{ brand: string; last4: string } | null>
  retrieve(intentId: string): Promise<IntentState>
  /** The charge made for our payment, if there is one: for answers that never arrived. */
  find(payment: { id: string; idempotencyKey: string; createdAt: string }): Promise<IntentState | null>
  /** Ends a charge that waits for authentication; one that has succeeded stays so. */
  cancel(intentId: string): Promise<IntentState>
  /** Gives part of a charge, or all of it, back; what cannot be is a CONFLICT in the provider's words. */
  refund(order: RefundOrder): Promise<RefundState>
  /** The refund made for our row, if there is one: for answers that never arrived. */
  findRefund(order: Omit<RefundOrder, 'amount' | 'currency'>): Promise<RefundState | null>
  /** The test provider's stand-in for the bank's page; Stripe has its own. */
  answerChallenge?(intentId: string, approved: boolean): Promise<IntentState>
}

/** Stripe where its keys are configured, the built-in test provider where it is allowed, else nobody takes cards. */
export function providerName(
  config: Pick<Config, 'stripe' | 'demo' | 'allowTestPayments'>,
): ProviderName | null {
  if (config.stripe !== null) return 'stripe'
  return config.demo || config.allowTestPayments ? 'test' : null
}

/** Keys for trying things out: no money moves. */
export const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key)

/** What refuses a card where nobody takes cards. */
export const cardsNotConfigured = (): AppError =>
  new AppError('CONFLICT', CARDS_NOT_CONFIGURED, { reason: 'cards_not_configured' })

/** The same where whoever is to be paid has no account. */
export const cardsNotSetUp = (): AppError =>
  new AppError('CONFLICT', CARDS_NOT_SET_UP, { reason: 'cards_not_configured' })
