import type { Config } from '../../core/config.ts'
import type { Services } from '../../core/context.ts'
import { cardsNotConfigured, instanceAccount, type PaymentProvider } from './payment-provider.ts'
import { createStripeProvider } from './payment-provider-stripe.ts'
import { type BalanceReader, createStripeBalance } from './payment-provider-stripe-balance.ts'
import { createSimulatedProvider } from './simulated/provider.ts'
import type { SubscriptionProvider } from './subscription-provider.ts'
import { createStripeSubscriptions } from './subscription-provider-stripe.ts'

interface InstanceProvider {
  payments: PaymentProvider
  subscriptions: SubscriptionProvider
  /** Null for a provider without a balance. */
  balance: BalanceReader | null
}
type StripeConfig = NonNullable<Config['stripe']>

/** Cached, because clients hold their connections open. */
const providers = new WeakMap<StripeConfig | Services, InstanceProvider>()

function once<Key extends StripeConfig | Services>(
  key: Key,
  make: (key: Key) => InstanceProvider,
): InstanceProvider {
  const provider = providers.get(key) ?? make(key)
  providers.set(key, provider)
  return provider
}

const stripeProvider = (config: StripeConfig): InstanceProvider => ({
  payments: createStripeProvider(config),
  subscriptions: createStripeSubscriptions(config),
  balance: createStripeBalance(config),
})

const simulatedProvider = (services: Services): InstanceProvider => ({
  ...createSimulatedProvider(services),
  balance: null,
})

function instanceProvider(services: Services): InstanceProvider {
  const { stripe } = services.config
  if (instanceAccount(services.config) === null) throw cardsNotConfigured()
  return stripe === null ? once(services, simulatedProvider) : once(stripe, stripeProvider)
}

/**
 * The instance's own provider, which receives payments for plans; throws a CONFLICT with the reason if there
 * is none.
 */
export const paymentProvider = (services: Services): PaymentProvider => instanceProvider(services).payments

/** The subscriptions of the current provider; throws a CONFLICT with the reason if there is none. */
export const subscriptionProvider = (services: Services): SubscriptionProvider =>
  instanceProvider(services).subscriptions

/** The balance of the instance's own account; null if it has none. */
export const instanceBalance = (services: Services): BalanceReader | null =>
  instanceAccount(services.config) === null ? null : instanceProvider(services).balance
