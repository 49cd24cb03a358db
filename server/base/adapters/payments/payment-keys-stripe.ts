import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { fieldError, present } from '../../core/calls/errors.ts'
import { isRefusal, refuseKeys } from './payment-accounts-stripe.ts'
import { createStripeClient, type StripeKeys } from './payment-provider-stripe.ts'

/** An id that no object has: a call with it changes nothing, but still requires the permission. */
const NONE = 'permission_check'

/** What the portal does with an agency's key, by the permission's name in Stripe's dashboard. */
const RIGHTS: Readonly<Record<string, Record<string, (stripe: Stripe) => Promise<unknown>>>> = {
  write: {
    'Payment Intents': (stripe) => stripe.paymentIntents.cancel(`pi_${NONE}`),
    Refunds: (stripe) =>
      stripe.refunds.create({ payment_intent: `pi_${NONE}` }, { idempotencyKey: randomUUID() }),
    Customers: (stripe) => stripe.customers.update(`cus_${NONE}`, { description: '' }),
    'Payment Methods': (stripe) => stripe.paymentMethods.detach(`pm_${NONE}`),
    'Webhook Endpoints': (stripe) => stripe.webhookEndpoints.del(`we_${NONE}`),
  },
  read: {
    Charges: (stripe) => stripe.charges.retrieve(`ch_${NONE}`),
    'Confirmation Tokens': (stripe) => stripe.confirmationTokens.retrieve(`ctoken_${NONE}`),
    Balance: (stripe) => stripe.balanceTransactions.list({ limit: 1, expand: ['data.source'] }),
    Payouts: (stripe) => stripe.payouts.list({ limit: 1 }),
  },
}

/** Throws a BAD_REQUEST that names each permission that a restricted key lacks. */
export async function requireRights(keys: StripeKeys): Promise<void> {
  const stripe = createStripeClient(keys)
  const lacking: string[] = []
  for (const [access, calls] of Object.entries(RIGHTS)) {
    const denied = await Promise.all(
      Object.entries(calls).map(([name, call]) =>
        call(stripe).then(
          () => [],
          (error) => deniedBy(error, name),
        ),
      ),
    )
    const names = denied.flat()
    if (names.length > 0) lacking.push(`${access} access to ${listOf(names)}`)
  }
  if (lacking.length > 0) refuse('secret_key', lackOf(lacking.join(', and ')))
}

const lackOf = (rights: string): string => `This key lacks ${rights}. Allow it in Stripe’s dashboard.`

const listOf = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')

/** Any other refusal of an id that doesn't exist means that the call is allowed. */
function deniedBy(error: unknown, name: string): string[] {
  if (error instanceof Stripe.errors.StripePermissionError) return [name]
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return []
  return refuseKeys(error)
}

/**
 * Throws a BAD_REQUEST unless both keys belong to the same account: the publishable key must find a SetupIntent
 * created with the secret key, which has no card and is canceled.
 */
export async function requireSameAccount(keys: StripeKeys, publishableKey: string): Promise<void> {
  const stripe = createStripeClient(keys)
  const setup = await stripe.setupIntents
    .create({ usage: 'off_session' }, { idempotencyKey: randomUUID() })
    .catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripePermissionError) {
        return refuse('secret_key', lackOf('write access to Setup Intents'))
      }
      return refuseKeys(error)
    })
  try {
    await createStripeClient({ ...keys, secretKey: publishableKey }).setupIntents.retrieve(setup.id, {
      client_secret: present(setup.client_secret, 'The secret of the setup'),
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    refuse(
      'publishable_key',
      error instanceof Stripe.errors.StripeAuthenticationError
        ? 'Stripe does not accept this publishable key.'
        : 'This publishable key belongs to another Stripe account than the secret key.',
    )
  } finally {
    await stripe.setupIntents.cancel(setup.id).catch(() => undefined)
  }
}

function refuse(field: 'secret_key' | 'publishable_key', message: string): never {
  throw fieldError(field, message)
}
