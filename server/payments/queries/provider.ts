import type { PaymentProviderDto } from '#shared/payments.ts'
import { cardsNotConfigured, type PaymentProvider, providerName } from '../../adapters/payment-provider.ts'
import { createStripeProvider } from '../../adapters/payment-provider-stripe.ts'
import type { SubscriptionProvider } from '../../adapters/subscription-provider.ts'
import { createStripeSubscriptions } from '../../adapters/subscription-provider-stripe.ts'
import type { Config } from '../../core/config.ts'
import type { Services } from '../../core/context.ts'
import { createTestProvider } from '../../test-provider/commands/charge.ts'
import { createTestSubscriptions } from '../../test-provider/commands/subscribe.ts'

/** How this instance takes cards. */
export const describeProvider = (config: Config): PaymentProviderDto => ({
  provider: providerName(config) ?? 'none',
  publishable_key: config.stripe?.publishableKey ?? null,
  test_mode: config.stripe?.publishableKey.startsWith('pk_test_') ?? providerName(config) === 'test',
})

type StripeConfig = NonNullable<Config['stripe']>
interface Stripe {
  payments: PaymentProvider
  subscriptions: SubscriptionProvider
}
const stripeOf = new WeakMap<StripeConfig, Stripe>()

function stripeProvider(config: StripeConfig): Stripe {
  const known = stripeOf.get(config)
  if (known !== undefined) return known
  const stripe = {
    payments: createStripeProvider(config),
    subscriptions: createStripeSubscriptions(config),
  }
  stripeOf.set(config, stripe)
  return stripe
}

/** The provider in use; a CONFLICT that says so where there is none. */
export function paymentProvider(services: Services): PaymentProvider {
  const { stripe } = services.config
  if (providerName(services.config) === null) throw cardsNotConfigured()
  return stripe === null ? createTestProvider(services) : stripeProvider(stripe).payments
}

/** The subscriptions of the provider in use; a CONFLICT that says so where there is none. */
export function subscriptionProvider(services: Services): SubscriptionProvider {
  const { stripe } = services.config
  if (providerName(services.config) === null) throw cardsNotConfigured()
  return stripe === null ? createTestSubscriptions(services) : stripeProvider(stripe).subscriptions
}
