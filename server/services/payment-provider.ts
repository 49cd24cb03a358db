import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { createStripeProvider } from './payment-provider-stripe.ts'
import { createTestProvider } from './payment-provider-test.ts'

/** What a provider says of one charge, whoever asked. */
export interface IntentState {
  id: string
  status: 'succeeded' | 'requires_action' | 'processing' | 'failed'
  /** Stripe's secret for the browser's authentication step. */
  clientSecret: string | null
  /** The provider's own words. */
  failure: string | null
  card: { brand: string; last4: string } | null
  /** Minor units given back so far. */
  refunded: number
}

export interface ChargeOrder {
  /** Our payment's id, kept by the provider so that a lost answer can be found again. */
  paymentId: string
  amount: number
  currency: string
  description: string
  /** A test token or a Stripe PaymentMethod id. */
  method: string
  idempotencyKey: string
  customer?: string | null
  /** Keep the card for renewals. */
  saveCard?: boolean
  /** Nobody is there to authenticate: a renewal. */
  offSession?: boolean
}

export interface KeepOrder {
  customer: string
  method: string
  idempotencyKey: string
}

/** Takes cards. Every call may be repeated: the idempotency key makes it one charge. */
export interface PaymentProvider {
  name: 'stripe' | 'test'
  createCustomer(person: { email: string; name: string; idempotencyKey: string }): Promise<string>
  charge(order: ChargeOrder): Promise<IntentState>
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
  refund(order: { intentId: string; amount: number; idempotencyKey: string }): Promise<void>
  /** The test provider's stand-in for the bank's page; Stripe has its own. */
  answerChallenge?(intentId: string, approved: boolean): Promise<IntentState>
}

const stripeProviders = new WeakMap<Config, PaymentProvider>()

/** Stripe where its keys are configured, else the built-in test provider. */
export function paymentProvider(services: { db: Db; config: Config }): PaymentProvider {
  const { stripe } = services.config
  if (stripe === null) return createTestProvider(services.db)
  let provider = stripeProviders.get(services.config)
  if (provider === undefined) {
    provider = createStripeProvider(stripe)
    stripeProviders.set(services.config, provider)
  }
  return provider
}
