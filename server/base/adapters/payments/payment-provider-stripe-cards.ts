import Stripe from 'stripe'
import { AppError } from '../../core/calls/errors.ts'
import { CARD_GONE, type CardKeeper, type ProviderCard, type SetupState } from './payment-provider.ts'

const EXPAND = ['payment_method']

/** Saved cards at Stripe: payment methods attached to a customer. */
export const createStripeCards = (stripe: Stripe): CardKeeper => ({
  async setUpCard({ customer, method, idempotencyKey }) {
    const params: Stripe.SetupIntentCreateParams = {
      customer,
      payment_method: method,
      usage: 'off_session',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      expand: EXPAND,
    }
    try {
      return toSetupState(await stripe.setupIntents.create(params, { idempotencyKey }))
    } catch (error) {
      return refusedSetup(error)
    }
  },
  retrieveSetup: async (id) => toSetupState(await stripe.setupIntents.retrieve(id, { expand: EXPAND })),
  async listCards(customer) {
    const cards: ProviderCard[] = []
    try {
      for await (const method of stripe.paymentMethods.list({ customer, type: 'card', limit: 100 })) {
        const card = toProviderCard(method)
        if (card !== null) cards.push(card)
      }
    } catch (error) {
      if (isCustomerMissing(error)) return null
      throw error
    }
    return cards
  },
  async isCustomerGone(customer) {
    try {
      return (await stripe.customers.retrieve(customer)).deleted === true
    } catch (error) {
      return isCustomerMissing(error)
    }
  },
  async setDefaultCard({ customer, method }) {
    try {
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    } catch (error) {
      throw isCustomerMissing(error) ? new AppError('CONFLICT', CARD_GONE) : error
    }
  },
  async removeCard(method) {
    await stripe.paymentMethods.detach(method).catch(ignoreMissing)
  },
  async removeCustomer(customer) {
    await stripe.customers.del(customer).catch(ignoreMissing)
  },
})

/** Whether an error says that the customer doesn't exist, for example because it was deleted in Stripe's dashboard. */
export const isCustomerMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.message.startsWith('No such customer')

/** Ignores errors for an object to delete that no longer exists. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
}

/** A declined card is reported as an error with its intent; other errors are rethrown. */
function refusedSetup(error: unknown): SetupState {
  if (error instanceof Stripe.errors.StripeCardError && error.setup_intent) {
    return { ...toSetupState(error.setup_intent), status: 'failed', failure: error.message }
  }
  if (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError
  ) {
    throw new AppError('BAD_REQUEST', error.message)
  }
  throw error
}

/** Converts a SetupIntent from a response or an event. */
export function toSetupState(intent: Stripe.SetupIntent): SetupState {
  return {
    id: intent.id,
    status: statusOf(intent.status),
    clientSecret: intent.client_secret,
    failure: intent.last_setup_error?.message ?? null,
    savedCard: intent.status === 'succeeded' ? toProviderCard(intent.payment_method) : null,
  }
}

/** The card of an expanded payment method; null if only its id is known. */
export function toProviderCard(method: string | Stripe.PaymentMethod | null): ProviderCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { id: method.id, brand, last4, expMonth: exp_month, expYear: exp_year }
}

function statusOf(status: Stripe.SetupIntent.Status): SetupState['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'requires_action') return 'requires_action'
  if (status === 'requires_payment_method' || status === 'canceled') return 'failed'
  return 'processing'
}
