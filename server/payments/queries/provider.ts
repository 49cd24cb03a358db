import { CARDS_NOT_CONFIGURED, CARDS_NOT_SET_UP, type PaymentProviderDto } from '#shared/payments.ts'
import {
  cardsNotConfigured,
  cardsNotSetUp,
  isTestKey,
  type PaymentProvider,
  providerName,
} from '../../adapters/payment-provider.ts'
import { createStripeProvider, type StripeKeys } from '../../adapters/payment-provider-stripe.ts'
import type { SubscriptionProvider } from '../../adapters/subscription-provider.ts'
import { createStripeSubscriptions } from '../../adapters/subscription-provider-stripe.ts'
import { type Config, readInstanceKey } from '../../core/config.ts'
import type { Ctx, Services } from '../../core/context.ts'
import { openSecret } from '../../core/secret-box.ts'
import { openPayLink } from '../../invoices/queries/pay-link.ts'
import { createTestProvider } from '../../test-provider/commands/charge.ts'
import { createTestSubscriptions } from '../../test-provider/commands/subscribe.ts'
import { INSTANCE } from '../rules.ts'
import { type AccountRow, findAccount, invoiceAccount, payerAccount, takesCards } from './accounts.ts'

/** How cards are taken from the caller, or for the invoice of a pay link. */
export async function describeProvider(ctx: Ctx, { token }: { token?: string }): Promise<PaymentProviderDto> {
  const { id, none } = await accountOf(ctx, token)
  const { config } = ctx.services
  if (!takesCards(ctx, id)) {
    return {
      provider: 'none',
      publishable_key: null,
      stripe_account: null,
      test_mode: false,
      message: none,
    }
  }
  const row = id === INSTANCE ? undefined : await findAccount(ctx, id)
  const key = row?.kind === 'keys' ? row.publishable_key : (config.stripe?.publishableKey ?? null)
  return {
    provider: key === null ? 'test' : 'stripe',
    publishable_key: key,
    stripe_account: row?.kind === 'connect' ? row.provider_account_id : null,
    test_mode: key === null || isTestKey(key),
    message: null,
  }
}

async function accountOf(ctx: Ctx, token: string | undefined): Promise<{ id: string | null; none: string }> {
  if (token !== undefined) {
    const { invoiceId } = await openPayLink(ctx, token)
    return { id: await invoiceAccount(ctx, invoiceId), none: CARDS_NOT_SET_UP }
  }
  const none = ctx.actor.role === 'client' ? CARDS_NOT_SET_UP : CARDS_NOT_CONFIGURED
  return { id: await payerAccount(ctx), none }
}

/** The provider as one account uses it; a CONFLICT in words where the account takes no cards. */
export async function providerOf(ctx: Ctx, account: string | null): Promise<PaymentProvider> {
  if (account === INSTANCE) return paymentProvider(ctx.services)
  const row = account === null ? undefined : await findAccount(ctx, account)
  const keys = row === undefined ? null : keysOf(ctx.services, row)
  if (row === undefined || keys === null) throw cardsNotSetUp()
  return known(ctx.services.config, `${row.id}:${row.secret_key}`, () => createStripeProvider(keys))
}

/** What opens an account at Stripe; null where its secret can't be read or the platform has no keys any more. */
export function keysOf({ config, log }: Services, row: AccountRow): StripeKeys | null {
  if (row.kind === 'connect') {
    return config.stripe === null
      ? null
      : {
          secretKey: config.stripe.secretKey,
          apiBase: config.stripe.apiBase,
          account: row.provider_account_id,
        }
  }
  try {
    const secretKey = openSecret(readInstanceKey(config.dataDir), row.secret_key ?? '')
    return { secretKey, apiBase: config.stripeApiBase }
  } catch (error) {
    log.error({ err: error, account: row.id }, 'the secret key of a payment account can’t be read')
    return null
  }
}

const providers = new WeakMap<Config, Map<string, PaymentProvider>>()

/** Clients keep their connections, so that each account has one. */
function known(config: Config, key: string, make: () => PaymentProvider): PaymentProvider {
  const made = providers.get(config) ?? new Map<string, PaymentProvider>()
  providers.set(config, made)
  const provider = made.get(key) ?? make()
  made.set(key, provider)
  return provider
}

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

/** The instance's own provider, which is paid for plans; a CONFLICT that says so where there is none. */
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
