import Stripe from 'stripe'
import { CARD_MISSING } from '#shared/money/payments/payments.ts'
import { AppError } from '../../core/calls/errors.ts'
import {
  ACCOUNT_REFUSED,
  CARD_GONE,
  type ChargeOrder,
  failedIntent,
  type IntentState,
  type PaymentProvider,
  type ProviderName,
  REQUEST_REFUSED,
  type RefundState,
} from './payment-provider.ts'
import {
  fromStripeAmount,
  requireChargeable,
  toStripeAmount,
  toStripeFee,
} from './payment-provider-stripe-amounts.ts'
import { createStripeCards, isCustomerMissing, toProviderCard } from './payment-provider-stripe-cards.ts'
import { toWaiting } from './payment-provider-stripe-waiting.ts'

/** An account's keys; `account` is one connected to it. */
export interface StripeKeys {
  secretKey: string
  apiBase: string | null
  account?: string
}

/** How an account is reached if not over the network, and the provider's name in its rows. */
export interface StripeAccess extends StripeKeys {
  name?: ProviderName
  httpClient?: InstanceType<typeof Stripe.HttpClient>
}

/** The official client; tests set `apiBase` to another server. */
export function createStripeClient(config: StripeAccess): Stripe {
  const base = config.apiBase === null ? null : new URL(config.apiBase)
  return new Stripe(config.secretKey, {
    maxNetworkRetries: config.httpClient === undefined ? 2 : 0,
    timeout: 20_000,
    telemetry: false,
    ...(config.httpClient !== undefined && { httpClient: config.httpClient }),
    ...(config.account !== undefined && { stripeAccount: config.account }),
    ...(base !== null && {
      host: base.hostname,
      port: Number(base.port) || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
}

/** Verifies and parses an event; throws if its signature is invalid. */
export const verifyStripeEvent = (body: Buffer, signature: string, secret: string): Stripe.Event =>
  Stripe.webhooks.constructEvent(body, signature, secret)

const EXPAND = ['latest_charge', 'payment_method']

export function createStripeProvider(config: StripeAccess): PaymentProvider {
  const stripe = createStripeClient(config)
  const find = async ({ id, createdAt }: { id: string; createdAt: string }): Promise<IntentState | null> => {
    const since = Math.floor(Date.parse(createdAt) / 1000) - 60
    const created = { gte: since, lte: since + 86_400 }
    const expand = EXPAND.map((name) => `data.${name}`)
    const list = stripe.paymentIntents.list({ created, limit: 100, expand })
    for await (const intent of list) {
      if (intent.metadata.payment_id === id) return toLaterState(intent)
    }
    return null
  }
  return {
    name: config.name ?? 'stripe',
    ...createStripeCards(stripe),
    async createCustomer({ email, name, idempotencyKey }) {
      const customer = await stripe.customers.create({ email, name }, { idempotencyKey })
      return customer.id
    },
    requireChargeable,
    requireMethod: requireStripeMethod,
    async charge(order) {
      try {
        return toIntentState(
          await stripe.paymentIntents.create(await toParams(stripe, order), {
            idempotencyKey: order.idempotencyKey,
          }),
        )
      } catch (error) {
        // The payment was already requested, perhaps with a re-entered card: return the result of that
        // request.
        if (!(error instanceof Stripe.errors.StripeIdempotencyError)) return refusedIntent(error)
        return (
          (await find({ id: order.paymentId, createdAt: order.createdAt })) ?? failedIntent(error.message)
        )
      }
    },
    retrieve: async (id) => toLaterState(await stripe.paymentIntents.retrieve(id, { expand: EXPAND })),
    find,
    async cancel(id) {
      try {
        return toIntentState(await stripe.paymentIntents.cancel(id))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return toLaterState(await stripe.paymentIntents.retrieve(id, { expand: EXPAND }))
      }
    },
    async refund({ intentId, amount, currency, refundId, idempotencyKey }) {
      try {
        const params = {
          payment_intent: intentId,
          amount: toStripeAmount(amount, currency),
          metadata: { refund_id: refundId },
          expand: ['charge'],
        }
        return toRefundState(await stripe.refunds.create(params, { idempotencyKey }))
      } catch (error) {
        throw error instanceof Stripe.errors.StripeInvalidRequestError
          ? new AppError('CONFLICT', error.message)
          : error
      }
    },
    async findRefund({ intentId, refundId }) {
      for await (const refund of stripe.refunds.list({
        payment_intent: intentId,
        limit: 100,
        expand: ['data.charge'],
      })) {
        if (refund.metadata?.refund_id === refundId) return toRefundState(refund)
      }
      return null
    },
  }
}

/** A PaymentMethod or a ConfirmationToken; anything else was made for another provider. */
function requireStripeMethod(method: string): void {
  if (!/^(pm|ctoken)_/.test(method)) throw new AppError('BAD_REQUEST', CARD_MISSING)
}

const toParams = async (stripe: Stripe, order: ChargeOrder): Promise<Stripe.PaymentIntentCreateParams> => ({
  amount: toStripeAmount(order.amount, order.currency),
  currency: order.currency.toLowerCase(),
  ...(await methodParams(stripe, order)),
  description: order.description,
  metadata: { payment_id: order.paymentId },
  confirm: true,
  expand: EXPAND,
  ...(order.customer && { customer: order.customer }),
  ...(order.offSession && { off_session: true }),
  ...(order.platformFee && {
    application_fee_amount: toStripeFee(order.platformFee, order.currency),
  }),
  ...(order.saveCard && { setup_future_usage: 'off_session' as const }),
})

/**
 * A card given by id authenticates within the page; a method from the Payment Element may redirect the payer.
 */
async function methodParams(
  stripe: Stripe,
  { method, returnUrl, payer }: ChargeOrder,
): Promise<Partial<Stripe.PaymentIntentCreateParams>> {
  if (!method.startsWith('ctoken_')) {
    return {
      payment_method: method,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    }
  }
  const token = await stripe.confirmationTokens.retrieve(method)
  const type = token.payment_method_preview?.type ?? 'card'
  return {
    confirmation_token: method,
    automatic_payment_methods: { enabled: true },
    ...(returnUrl !== undefined && { return_url: returnUrl }),
    ...(type === 'us_bank_account' && {
      // The alternative, microdeposits, would leave the invoice waiting until someone enters their amounts.
      payment_method_options: { us_bank_account: { verification_method: 'instant' } },
    }),
    ...(DEBITS.has(type) &&
      !token.mandate_data && {
        mandate_data: { customer_acceptance: acceptanceOf(payer) },
      }),
  }
}

/** Debits, which need a mandate from the account holder. */
const DEBITS = new Set(['sepa_debit', 'us_bank_account', 'bacs_debit', 'acss_debit', 'au_becs_debit'])

const acceptanceOf = (
  payer: ChargeOrder['payer'],
): Stripe.PaymentIntentCreateParams.MandateData.CustomerAcceptance =>
  payer === undefined
    ? { type: 'offline', offline: {} }
    : { type: 'online', online: { ip_address: payer.ip, user_agent: payer.userAgent ?? 'unknown' } }

/** A declined card is reported as an error with its intent; errors in the request or key have none. */
function refusedIntent(error: unknown): IntentState {
  if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
    const decline = error.decline_code ?? error.code ?? null
    return { ...toIntentState(error.payment_intent), status: 'failed', failure: error.message, decline }
  }
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return failedIntent(NO_ACCESS, ACCOUNT_REFUSED)
  }
  if (isCustomerMissing(error)) return failedIntent(CARD_GONE)
  // 409 means that the same request is still being processed.
  const isAnswer = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409
  if (isAnswer) return failedIntent(error.message, causeOf(error))
  throw error
}

/** Errors about the account, by Stripe's codes. */
const OF_ACCOUNT = new Set([
  'account_invalid',
  'api_key_expired',
  'livemode_mismatch',
  'platform_api_key_expired',
  'secret_key_required',
  'testmode_charges_only',
])
const OF_METHOD = new Set(['confirmation_token', 'customer', 'payment_method'])

/** Null if the payer's method is the problem. */
function causeOf({ code, param }: { code?: string; param?: string }): string | null {
  if (OF_ACCOUNT.has(code ?? '')) return ACCOUNT_REFUSED
  return code === 'resource_missing' || OF_METHOD.has(param ?? '') ? null : REQUEST_REFUSED
}

const NO_ACCESS = 'Card payment is not available at the moment. You have not been charged.'

/** Converts a PaymentIntent from a response or an event. */
export function toIntentState(intent: Stripe.PaymentIntent): IntentState {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: statusOf(intent.status),
    clientSecret: intent.client_secret,
    failure: intent.last_payment_error?.message ?? null,
    decline: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
    card: paidWith(charge?.payment_method_details),
    waiting: intent.status === 'requires_action' ? toWaiting(intent.next_action) : null,
    bankPage: intent.next_action?.redirect_to_url?.url ?? null,
    savedCard: intent.setup_future_usage === 'off_session' ? toProviderCard(intent.payment_method) : null,
    refunded: fromStripeAmount(charge?.amount_refunded ?? 0, intent.currency),
    charged: {
      amount: fromStripeAmount(intent.amount, intent.currency),
      currency: intent.currency.toUpperCase(),
    },
  }
}

/** For an intent retrieved later, perhaps days after its charge. */
const toLaterState = (intent: Stripe.PaymentIntent): IntentState => ({
  ...toIntentState(intent),
  ...(typeof intent.latest_charge === 'object' && chargedAt(intent.latest_charge)),
})

/** When a charge succeeded. Only cards are charged at once: for a debit or voucher, this is when it began. */
export const chargedAt = (charge: Stripe.Charge | null): Pick<IntentState, 'at'> =>
  charge?.payment_method_details?.card ? reportedAt(charge) : {}

/** When an object or event was created; it has no time in tests. */
export const reportedAt = ({ created }: { created: number }): Pick<IntentState, 'at'> =>
  created ? { at: new Date(created * 1000).toISOString() } : {}

/** The card or other payment method, with the last digits of its account if it has one. */
export function paidWith(
  details: Stripe.Charge.PaymentMethodDetails | null | undefined,
): IntentState['card'] {
  if (!details) return null
  const { card, type } = details
  if (card) return card.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null
  const account = details.sepa_debit ?? details.us_bank_account ?? details.bacs_debit ?? details.acss_debit
  return { brand: type, last4: account?.last4 ?? '' }
}

/** Converts a refund from a response or an event. */
export const toRefundState = (refund: Stripe.Refund): RefundState => ({
  id: refund.id,
  ...(refund.status === 'failed' || refund.status === 'canceled'
    ? { status: 'failed' }
    : { status: 'succeeded', ...reportedAt(refund) }),
  failure: refund.failure_reason ?? null,
  ...(refund.charge !== null &&
    typeof refund.charge === 'object' && {
      total: fromStripeAmount(refund.charge.amount_refunded, refund.currency),
    }),
})

function statusOf(status: Stripe.PaymentIntent.Status): IntentState['status'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'processing') return 'processing'
  if (status === 'requires_payment_method' || status === 'canceled') return 'failed'
  return 'requires_action'
}
