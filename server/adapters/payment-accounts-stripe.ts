import Stripe from 'stripe'
import { AppError } from '../core/errors.ts'
import { isTestKey } from './payment-provider.ts'
import { createStripeClient, type StripeKeys } from './payment-provider-stripe.ts'

/** What Stripe says of an account. */
export interface AccountState {
  id: string
  name: string
  livemode: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
}

/** The version that events must be rendered in for us to read them. */
export const EVENT_VERSION: string = Stripe.API_VERSION

/** What we listen to; an endpoint hears of nothing else. */
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
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'payout.reconciliation_completed',
]

/** The account that the keys open; a BAD_REQUEST in words where they open none. */
export async function describeStripeAccount(keys: StripeKeys): Promise<AccountState> {
  const stripe = createStripeClient(keys)
  const account = await stripe.accounts.retrieve(keys.account ?? null).catch(refuseKeys)
  return toAccountState(account, !isTestKey(keys.secretKey))
}

/** What a restricted key must be allowed to read, as Stripe's dashboard names it. */
export async function requireReadingRights(keys: StripeKeys): Promise<void> {
  const stripe = createStripeClient(keys)
  const asked: Record<string, Promise<unknown>> = {
    Balance: stripe.balanceTransactions.list({ limit: 1 }),
    Payouts: stripe.payouts.list({ limit: 1 }),
  }
  const denied = await Promise.all(
    Object.entries(asked).map(([name, answer]) =>
      answer.then(
        () => [],
        (error) => deniedBy(error, name),
      ),
    ),
  )
  const missing = denied.flat()
  if (missing.length === 0) return
  const message = `This key lacks read access to ${missing.join(' and ')}. Allow it in Stripe’s dashboard.`
  throw new AppError('BAD_REQUEST', message, { fields: { secret_key: message } })
}

function deniedBy(error: unknown, name: string): string[] {
  if (error instanceof Stripe.errors.StripePermissionError) return [name]
  return refuseKeys(error)
}

export const toAccountState = (account: Stripe.Account, livemode: boolean): AccountState => ({
  id: account.id,
  name: account.settings?.dashboard.display_name ?? account.business_profile?.name ?? account.id,
  livemode,
  chargesEnabled: account.charges_enabled ?? false,
  payoutsEnabled: account.payouts_enabled ?? false,
  detailsSubmitted: account.details_submitted ?? false,
})

/** Registers an endpoint and returns its signing secret, which Stripe tells once. */
export async function registerStripeEndpoint(
  keys: StripeKeys,
  url: string,
): Promise<{ id: string; secret: string }> {
  const endpoint = await createStripeClient(keys)
    .webhookEndpoints.create({
      url,
      enabled_events: EVENTS,
      api_version: EVENT_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      description: 'Client payments',
    })
    .catch(refuseKeys)
  if (endpoint.secret === undefined) throw new Error('Stripe told no signing secret')
  return { id: endpoint.id, secret: endpoint.secret }
}

/** Removes an endpoint; one that is gone, or whose key no longer opens anything, is fine. */
export async function removeStripeEndpoint(keys: StripeKeys, id: string): Promise<void> {
  await createStripeClient(keys)
    .webhookEndpoints.del(id)
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
}

/** An account of the agency's own, connected to the platform's. */
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

/** Where the owner tells Stripe about their business; the link works once and for minutes. */
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

const isRefusal = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeInvalidRequestError

function refuseKeys(error: unknown): never {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    throw new AppError('BAD_REQUEST', 'Stripe does not accept this secret key.', {
      fields: { secret_key: 'Stripe does not accept this secret key.' },
    })
  }
  if (isRefusal(error)) throw new AppError('BAD_REQUEST', `Stripe says: ${error.message}`)
  if (error instanceof Stripe.errors.StripeConnectionError) {
    throw new AppError('CONFLICT', 'Stripe can’t be reached. Please try again in a moment.')
  }
  throw error
}
