import {
  CARDS_NOT_CONFIGURED,
  CARDS_NOT_SET_UP,
  type PaymentProviderDto,
} from '#shared/money/payments/payments.ts'
import { paymentProvider } from '../../../../base/adapters/payments/instance-provider.ts'
import {
  cardsNotSetUp,
  instanceAccount,
  isTestKey,
  type PaymentProvider,
} from '../../../../base/adapters/payments/payment-provider.ts'
import {
  createStripeProvider,
  type StripeKeys,
} from '../../../../base/adapters/payments/payment-provider-stripe.ts'
import { present } from '../../../../base/core/calls/errors.ts'
import type { Config } from '../../../../base/core/config.ts'
import type { Ctx, Services } from '../../../../base/core/context.ts'
import { openForInstance } from '../../../../base/core/secret-box.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { openPayLink } from '../../../invoices/sending/queries/pay-link.ts'
import { INSTANCE } from '../../rules.ts'
import { type AccountRow, findAccount, invoiceAccount, payerAccount, takesCards } from './accounts.ts'

/** How the caller, or the holder of a pay link, can pay by card. */
export async function describeProvider(ctx: Ctx, { token }: { token?: string }): Promise<PaymentProviderDto> {
  const { id, none } = await accountOf(ctx, token)
  const { config } = ctx.services
  if (!takesCards(ctx, id)) {
    return {
      provider: 'none',
      publishable_key: null,
      stripe_account: null,
      test_mode: false,
      bank: null,
      message: none,
    }
  }
  const row = id === INSTANCE ? undefined : await findAccount(ctx, id)
  const instance = instanceAccount(config)
  const key = row?.kind === 'keys' ? row.publishable_key : (instance?.publishableKey ?? null)
  return {
    provider: row === undefined ? (instance?.provider ?? 'none') : 'stripe',
    publishable_key: key,
    stripe_account: row?.kind === 'connect' ? row.provider_account_id : null,
    test_mode: row?.kind === 'keys' ? isTestKey(key ?? '') : instance?.livemode === false,
    bank: row === undefined ? (instance?.bank ?? null) : null,
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

/** The provider for an account; throws CONFLICT with an explanation if it doesn't accept cards. */
export async function providerOf(ctx: Ctx, account: string | null): Promise<PaymentProvider> {
  if (account === INSTANCE) return paymentProvider(ctx.services)
  const row = account === null ? undefined : await findAccount(ctx, account)
  const keys = row === undefined ? null : keysOf(ctx.services, row)
  if (row === undefined || keys === null) throw cardsNotSetUp()
  return cachedProvider(ctx.services.config, `${row.id}:${row.secret_key}`, () => createStripeProvider(keys))
}

/** An account's Stripe keys; null if its secret can't be decrypted or the platform no longer has keys of its mode. */
export function keysOf({ config, log }: Services, row: AccountRow): StripeKeys | null {
  if (row.kind === 'connect') {
    const { stripe } = config
    if (stripe === null || isTestKey(stripe.secretKey) === fromFlag(row.livemode)) return null
    return { secretKey: stripe.secretKey, apiBase: stripe.apiBase, account: row.provider_account_id }
  }
  try {
    const secretKey = openForInstance(config, present(row.secret_key, 'The secret key'))
    return { secretKey, apiBase: config.stripeApiBase }
  } catch (error) {
    log.error({ err: error, account: row.id }, 'the secret key of a payment account can’t be read')
    return null
  }
}

const providers = new WeakMap<Config, Map<string, PaymentProvider>>()

/** One client per account, because clients keep connections open. */
function cachedProvider(config: Config, key: string, make: () => PaymentProvider): PaymentProvider {
  const cache = providers.get(config) ?? new Map<string, PaymentProvider>()
  providers.set(config, cache)
  const provider = cache.get(key) ?? make()
  cache.set(key, provider)
  return provider
}
