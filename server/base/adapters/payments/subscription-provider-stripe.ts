import Stripe from 'stripe'
import type { BillingInterval } from '#shared/money/plans/packages.ts'
import { AppError, present } from '../../core/calls/errors.ts'
import { toInstant } from '../../db/values.ts'
import { CARD_GONE } from './payment-provider.ts'
import { createStripeClient, type StripeAccess } from './payment-provider-stripe.ts'
import { fromStripeAmount, toStripeAmount } from './payment-provider-stripe-amounts.ts'
import { idOf } from './payment-provider-stripe-balance.ts'
import { isCustomerMissing } from './payment-provider-stripe-cards.ts'
import type {
  BillState,
  ChangePreview,
  Placed,
  SubscriptionProvider,
  SubscriptionState,
  SubscriptionTerms,
} from './subscription-provider.ts'

const RECENT_BILLS = 20
const NEEDS_AUTHENTICATION = 'invoice_payment_intent_requires_action'
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const instant = (unix: number) => toInstant(new Date(unix * 1000))

/**
 * Subscriptions at Stripe. A plan is a product; prices are created inline with each subscription, so that
 * later changes of the catalog don't affect agreed ones.
 */
export function createStripeSubscriptions(config: StripeAccess): SubscriptionProvider {
  const stripe = createStripeClient(config)

  async function itemOf(terms: SubscriptionTerms) {
    const product = await productOf(terms)
    return {
      price_data: {
        product,
        currency: terms.currency.toLowerCase(),
        unit_amount: toStripeAmount(terms.price, terms.currency),
        recurring: { interval: terms.interval },
      },
    }
  }

  /** The product's id is the plan's: creating it again fails harmlessly. */
  async function productOf(terms: SubscriptionTerms): Promise<string> {
    const id = `plan_${terms.planId}`
    try {
      await stripe.products.create({ id, name: terms.planName, metadata: { plan_id: terms.planId } })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_already_exists')
        throw error
    }
    return id
  }

  const itemsFor = async (subscription: Stripe.Subscription, terms: SubscriptionTerms) => [
    { id: itemIn(subscription).id, ...(await itemOf(terms)) },
  ]

  /** Attaches the card to the customer; already attached cards are ignored. */
  async function attach(method: string, customer: string): Promise<string> {
    const known = await stripe.paymentMethods.retrieve(method)
    if (idOf(known.customer) === customer) return known.id
    return (await stripe.paymentMethods.attach(known.id, { customer })).id
  }

  const openBill = async (id: string) => {
    const open = await stripe.invoices.list({ subscription: id, status: 'open', limit: 1 })
    return open.data[0]?.id
  }

  return {
    name: config.name ?? 'stripe',
    create: (order) =>
      placed(async () => {
        const method = await attach(order.method, order.customer)
        const { id } = await stripe.subscriptions.create(
          {
            customer: order.customer,
            default_payment_method: method,
            items: [await itemOf(order.terms)],
            payment_behavior: 'allow_incomplete',
            off_session: order.offSession ?? false,
            metadata: { agency_id: order.agencyId, plan_id: order.terms.planId },
          },
          { idempotencyKey: order.idempotencyKey },
        )
        return id
      }),
    async preview({ id, terms, prorationDate }) {
      const subscription = await stripe.subscriptions.retrieve(id)
      const bill = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items: await itemsFor(subscription, terms),
          proration_behavior: 'always_invoice',
          proration_date: seconds(prorationDate),
        },
      })
      return toPreview(bill, terms, itemIn(subscription))
    },
    change: (order) =>
      placed(async () => {
        const subscription = await stripe.subscriptions.retrieve(order.id)
        const method = await attach(
          order.method,
          present(idOf(subscription.customer), 'The subscription’s customer'),
        )
        // A bill is charged to the subscription's card, so the new card is set first.
        await stripe.subscriptions.update(
          order.id,
          { default_payment_method: method },
          { idempotencyKey: `${order.idempotencyKey}:card` },
        )
        await stripe.subscriptions.update(
          order.id,
          {
            items: await itemsFor(subscription, order.terms),
            proration_behavior: 'always_invoice',
            proration_date: seconds(order.prorationDate),
            payment_behavior: 'pending_if_incomplete',
          },
          { idempotencyKey: order.idempotencyKey },
        )
        return order.id
      }),
    async setTerms(id, terms) {
      const subscription = await stripe.subscriptions.retrieve(id)
      const item = itemIn(subscription)
      await stripe.subscriptions.update(id, {
        items: await itemsFor(subscription, terms),
        proration_behavior: 'none',
        // Changing the interval would bill immediately, so the current paid period is completed first.
        ...(intervalOf(item) !== terms.interval && { trial_end: item.current_period_end }),
      })
    },
    async cancel(id, when) {
      if (when === 'period_end') {
        await stripe.subscriptions.update(id, { cancel_at_period_end: true })
        return
      }
      const { status, cancel_at_period_end, cancel_at } = await stripe.subscriptions.retrieve(id)
      if (when === 'never') {
        // An end on a date, set in the dashboard, has no flag to undo.
        const isDated = !cancel_at_period_end && cancel_at !== null
        await stripe.subscriptions.update(id, isDated ? { cancel_at: '' } : { cancel_at_period_end: false })
        return
      }
      if (!isOver(status)) await stripe.subscriptions.cancel(id)
      const open = await openBill(id)
      if (open !== undefined) await stripe.invoices.voidInvoice(open)
    },
    pay: (order) =>
      placed(async () => {
        const subscription = await stripe.subscriptions.retrieve(order.id)
        const method = await attach(
          order.method,
          present(idOf(subscription.customer), 'The subscription’s customer'),
        )
        const open = await openBill(order.id)
        if (open === undefined) return order.id
        const before = idOf(subscription.default_payment_method)
        const { idempotencyKey } = order
        await stripe.subscriptions.update(
          order.id,
          { default_payment_method: method },
          { idempotencyKey: `${idempotencyKey}:card` },
        )
        const params = { payment_method: method, off_session: false }
        try {
          await stripe.invoices.pay(open, params, { idempotencyKey })
        } catch (error) {
          // The bill's intent reports the result of the charge.
          if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 402) throw error
          if (error.code !== NEEDS_AUTHENTICATION && before !== null) {
            await stripe.subscriptions.update(order.id, { default_payment_method: before })
          }
        }
        return order.id
      }),
    async withdraw(id, method) {
      const subscription = await stripe.subscriptions.retrieve(id)
      if (subscription.status === 'incomplete') {
        await stripe.subscriptions.cancel(id)
        return
      }
      const open = await openBill(id)
      if (open !== undefined) await stripe.invoices.voidInvoice(open)
      if (method !== null && idOf(subscription.default_payment_method) !== method) {
        await stripe.subscriptions.update(id, { default_payment_method: method })
      }
    },
    async keepMethod(id, method) {
      await stripe.subscriptions.update(id, { default_payment_method: method })
    },
    async retrieve(id) {
      try {
        const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
        const bills = await stripe.invoices.list({
          subscription: id,
          limit: RECENT_BILLS,
          expand: ['data.payments'],
        })
        return toState(subscription, bills.data)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') {
          return null
        }
        throw error
      }
    },
    async find({ agencyId, customer }) {
      if (customer === null) return []
      const list = await stripe.subscriptions.list({ customer, limit: 100 })
      return list.data.filter((entry) => entry.metadata.agency_id === agencyId).map((entry) => entry.id)
    },
  }
}

/** A declined card is returned; other request errors are thrown with Stripe's message. */
async function placed(order: () => Promise<string>): Promise<Placed> {
  try {
    return { id: await order() }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { refused: error.message }
    if (isCustomerMissing(error)) return { refused: CARD_GONE }
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      throw new AppError('BAD_REQUEST', error.message)
    }
    throw error
  }
}

function itemIn(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error(`The subscription ${subscription.id} has no item`)
  return item
}

const intervalOf = (item: Stripe.SubscriptionItem): BillingInterval =>
  item.price.recurring?.interval === 'year' ? 'year' : 'month'

const planOf = (product: string | { id: string } | null): string | null =>
  idOf(product)?.replace(/^plan_/, '') ?? null

const isOver = (status: Stripe.Subscription.Status) =>
  status === 'canceled' || status === 'incomplete_expired'

function statusOf(status: Stripe.Subscription.Status): SubscriptionState['status'] {
  if (status === 'active' || status === 'trialing') return 'active'
  if (status === 'incomplete') return 'incomplete'
  return isOver(status) ? 'canceled' : 'past_due'
}

function toState(subscription: Stripe.Subscription, bills: Stripe.Invoice[]): SubscriptionState {
  const item = itemIn(subscription)
  const { cancel_at, cancel_at_period_end, default_payment_method: method } = subscription
  // A subscription that ends on a later date renews until then.
  const endsOn = cancel_at !== null && cancel_at <= item.current_period_end ? cancel_at : null
  const card = method !== null && typeof method === 'object' ? method.card : undefined
  return {
    id: subscription.id,
    agencyId: subscription.metadata.agency_id ?? '',
    planId: planOf(item.price.product),
    price: fromStripeAmount(item.price.unit_amount ?? 0, item.price.currency),
    currency: item.price.currency.toUpperCase(),
    interval: intervalOf(item),
    status: statusOf(subscription.status),
    periodStart: instant(item.current_period_start),
    periodEnd: instant(endsOn ?? item.current_period_end),
    cancelAtPeriodEnd: cancel_at_period_end || endsOn !== null,
    customer: idOf(subscription.customer),
    method: idOf(method),
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    bills: bills
      .filter((bill) => bill.amount_due > 0 && bill.status !== 'draft')
      .map(toBill)
      .toReversed(),
  }
}

function toBill(bill: Stripe.Invoice): BillState {
  const payments = bill.payments?.data ?? []
  const chosen =
    payments.find((entry) => entry.status === 'paid') ?? payments.find((entry) => entry.is_default)
  return {
    id: bill.id,
    reason: reasonOf(bill.billing_reason),
    status: bill.status === 'paid' ? 'paid' : bill.status === 'open' ? 'open' : 'void',
    amount: fromStripeAmount(bill.amount_due, bill.currency),
    currency: bill.currency.toUpperCase(),
    intentId: idOf(chosen?.payment.payment_intent),
    createdAt: instant(bill.created),
  }
}

function reasonOf(reason: Stripe.Invoice.BillingReason | null): BillState['reason'] {
  if (reason === 'subscription_create') return 'create'
  return reason === 'subscription_update' ? 'change' : 'cycle'
}

function toPreview(
  bill: Stripe.Invoice,
  terms: SubscriptionTerms,
  item: Stripe.SubscriptionItem,
): ChangePreview {
  const same = intervalOf(item) === terms.interval
  const toOurs = (amount: number) => fromStripeAmount(amount, bill.currency)
  const lines = bill.lines.data.map((line) => ({
    kind: line.amount < 0 ? ('unused' as const) : same ? ('remaining' as const) : ('plan' as const),
    amount: toOurs(line.amount),
  }))
  // Stripe stores customer credit as a negative balance.
  const balance = Math.max(0, -(bill.ending_balance ?? Math.min(0, bill.starting_balance + bill.total)))
  const ends = bill.lines.data.filter((line) => line.amount >= 0).map((line) => line.period.end)
  const periodEnd = Math.max(...ends, same ? item.current_period_end : 0)
  return { lines, due: toOurs(bill.amount_due), balance: toOurs(balance), periodEnd: instant(periodEnd) }
}
