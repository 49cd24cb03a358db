import Stripe from 'stripe'
import { AppError } from '../../core/calls/errors.ts'
import { isTestKey, modeOf } from './payment-provider.ts'
import { createStripeClient, type StripeKeys } from './payment-provider-stripe.ts'

/** The state of an account at Stripe. */
export interface AccountState {
  id: string
  name: string
  livemode: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
}

/** The API version of events that this code expects. */
export const EVENT_VERSION: string = Stripe.API_VERSION

const releaseOf = (version: string): string => version.split('.')[1] ?? version

/** Whether events of the version can be read: versions of one release, such as `endive`, are compatible. */
export const isReadableVersion = (version: string | null): boolean =>
  version !== null && releaseOf(version) === releaseOf(EVENT_VERSION)

/** The events that endpoints subscribe to. */
const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'customer.deleted',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'payout.reconciliation_completed',
]

/** Returns the account of the keys; throws a BAD_REQUEST with an explanation if they are invalid. */
export async function describeStripeAccount(keys: StripeKeys): Promise<AccountState> {
  const stripe = createStripeClient(keys)
  const account = await stripe.accounts.retrieve(keys.account ?? null).catch(refuseKeys)
  return toAccountState(account, !isTestKey(keys.secretKey))
}

/**
 * The account and mode of the keys, such as `acct_1:live`; without the account if a restricted key may not read it.
 * Doesn't wait long, because it is called at the start.
 */
export async function identifyStripeAccount(keys: StripeKeys): Promise<string> {
  const quickly = { timeout: 5000, maxNetworkRetries: 0 }
  const id = await createStripeClient(keys)
    .accounts.retrieve(null, {}, quickly)
    .then((account) => account.id)
    .catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripePermissionError) return ''
      throw error
    })
  return `${id}:${modeOf(keys.secretKey)}`
}

export const toAccountState = (account: Stripe.Account, livemode: boolean): AccountState => ({
  id: account.id,
  name: account.settings?.dashboard.display_name ?? account.business_profile?.name ?? account.id,
  livemode,
  chargesEnabled: account.charges_enabled ?? false,
  payoutsEnabled: account.payouts_enabled ?? false,
  detailsSubmitted: account.details_submitted ?? false,
})

/**
 * Registers an endpoint and returns its signing secret, which Stripe reveals only once; null if Stripe can't reach
 * the URL, for example on a developer's machine.
 */
export async function registerStripeEndpoint(
  keys: StripeKeys,
  url: string,
): Promise<{ id: string; secret: string } | null> {
  const endpoint = await createStripeClient(keys)
    .webhookEndpoints.create({
      url,
      enabled_events: EVENTS,
      api_version: EVENT_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      description: 'Client payments',
    })
    .catch((error: unknown) => (isUnreachable(error) ? null : refuseKeys(error)))
  if (endpoint === null) return null
  if (endpoint.secret === undefined) throw new Error('Stripe returned no signing secret')
  return { id: endpoint.id, secret: endpoint.secret }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'url_invalid'

/** Removes an endpoint; a missing endpoint or an invalid key is ignored. */
export async function removeStripeEndpoint(keys: StripeKeys, id: string): Promise<void> {
  await createStripeClient(keys)
    .webhookEndpoints.del(id)
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
}

/** Creates an account for the agency, connected to the platform's. */
export async function createConnectedAccount(
  keys: StripeKeys,
  owner: { email: string; agencyId: string; idempotencyKey: string },
): Promise<AccountState> {
  const account = await createStripeClient(keys)
    .accounts.create(
      { type: 'standard', email: owner.email, metadata: { agency_id: owner.agencyId } },
      { idempotencyKey: owner.idempotencyKey },
    )
    .catch(refuseKeys)
  return toAccountState(account, !isTestKey(keys.secretKey))
}

/** A link to Stripe's onboarding; it works once and expires after minutes. */
export async function onboardingLink(keys: StripeKeys, account: string, back: string): Promise<string> {
  const link = await createStripeClient(keys)
    .accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: back,
      return_url: back,
    })
    .catch(refuseKeys)
  return link.url
}

export const isRefusal = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeInvalidRequestError

export function refuseKeys(error: unknown): never {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    throw new AppError('BAD_REQUEST', 'Stripe does not accept this secret key.', {
      fields: { secret_key: 'Stripe does not accept this secret key.' },
    })
  }
  if (isRefusal(error)) throw new AppError('BAD_REQUEST', `Stripe: ${error.message}`)
  if (error instanceof Stripe.errors.StripeConnectionError) {
    throw new AppError('CONFLICT', 'Stripe is not responding. Please try again in a moment.')
  }
  throw error
}
