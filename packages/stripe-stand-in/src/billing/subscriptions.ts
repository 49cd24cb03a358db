import type { Intents, StandInIntent } from '../payments/intents.ts'
import { type Methods, notAttached, shownMethod } from '../payments/methods.ts'
import { DECLINED } from '../payments/test-cards.ts'
import { type Answer, hex, invalid, list, missing, type NewId, ok, refusedCard } from '../wire/answers.ts'
import type { Clock, Emit } from '../wire/events.ts'
import { type Form, formOf, listOf, parseForm, textOf, textsOf } from '../wire/form.ts'
import type { Memory } from '../wire/memory.ts'
import {
  after,
  type Line,
  line,
  newInvoice,
  type Price,
  prorationLines,
  type StandInInvoice,
  type StandInSubscription,
} from './objects.ts'
import { createRenewals } from './renewals.ts'

interface Surroundings {
  clock: Clock
  emit: Emit
  memory: Memory
  newId: NewId
  intents: Intents
  methods: Methods
}

const ASKS = 'This payment requires additional user action before it can be completed successfully.'

/** Parameters that Stripe rejects in a pending update. */
const NOT_PENDING = ['off_session', 'metadata', 'default_payment_method', 'cancel_at_period_end']

/**
 * Stripe's billing as far as the portal uses it: subscriptions with their state machine, invoices with
 * proration, credit balances and payments, pending updates, and their events.
 */
export function createSubscriptions({ clock, emit, memory, newId, intents, methods }: Surroundings) {
  const subscriptions = memory.collection<StandInSubscription>('subscriptions')
  const bills = memory.collection<StandInInvoice>('invoices')
  const products = memory.collection<{ name: string }>('products')
  const balances = memory.collection<number>('balances')

  const newest = (): StandInInvoice[] => [...bills.values()].toReversed()
  const need = (id: string) => {
    const subscription = subscriptions.get(id)
    if (subscription === undefined) throw new Error(`no subscription ${id}`)
    return subscription
  }
  const itemOf = (subscription: StandInSubscription) => {
    const [item] = subscription.items.data
    if (item === undefined) throw new Error('no item')
    return item
  }
  const intentOf = (invoice: StandInInvoice) =>
    intents.known.get(invoice.payments.data[0]?.payment.payment_intent ?? '')

  const bill = (
    subscription: StandInSubscription,
    reason: StandInInvoice['billing_reason'],
    lines: Line[],
  ): StandInInvoice =>
    newInvoice({
      subscription,
      reason,
      lines,
      balance: balances.get(subscription.customer) ?? 0,
      now: clock.seconds(),
      newId,
    })

  /** Finalizes the invoice and charges the card, as Stripe does immediately for automatic collection. */
  function collect(subscription: StandInSubscription, invoice: StandInInvoice, offSession: boolean): void {
    bills.set(invoice.id, invoice)
    subscription.latest_invoice = invoice.id
    const balance = invoice.starting_balance + invoice.total
    balances.set(subscription.customer, Math.min(0, balance))
    invoice.ending_balance = Math.min(0, balance)
    if (invoice.amount_due === 0) {
      markPaid(invoice)
      return
    }
    const intent = intents.open({
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
    })
    const payment = { type: 'payment_intent' as const, payment_intent: intent.id }
    const entry = { id: `inpay_${hex()}`, object: 'invoice_payment' as const, is_default: true as const }
    invoice.payments.data.push({ ...entry, status: 'open', payment })
    attempt(intent, subscription.default_payment_method, offSession)
  }

  function attempt(intent: StandInIntent, id: string, offSession: boolean): void {
    intent.setup_future_usage = offSession ? null : 'off_session'
    const method = methods.ofCustomer(id, intent.customer ?? '')
    if (method === undefined) intents.fail(intent, DECLINED)
    else intents.attempt(intent, method, offSession)
    const invoice = invoiceOf(intent)
    if (invoice !== undefined) invoice.attempt_count += 1
    if (intent.status === 'requires_action' && invoice !== undefined) {
      emit('invoice.payment_action_required', invoice)
    }
  }

  const invoiceOf = ({ id }: StandInIntent) =>
    bills.find(({ payments }) => payments.data.some(({ payment }) => payment.payment_intent === id))

  intents.listeners.push((intent) => {
    const invoice = invoiceOf(intent)
    if (invoice === undefined || invoice.status !== 'open') return
    if (intent.status === 'succeeded') markPaid(invoice)
    else emit('invoice.payment_failed', invoice)
  })

  function markPaid(invoice: StandInInvoice): void {
    invoice.status = 'paid'
    invoice.amount_paid = invoice.amount_due
    for (const entry of invoice.payments.data) entry.status = 'paid'
    const subscription = need(invoice.parent.subscription_details.subscription)
    const [update] = subscription.pending_update?.subscription_items ?? []
    if (update !== undefined && invoice.billing_reason === 'subscription_update') {
      apply(subscription, update.price)
      subscription.pending_update = null
      emit('customer.subscription.pending_update_applied', subscription)
    }
    if (subscription.status !== 'canceled') subscription.status = 'active'
    emit('invoice.paid', invoice)
    emit('customer.subscription.updated', subscription)
  }

  function apply(subscription: StandInSubscription, price: Price): void {
    const item = itemOf(subscription)
    if (item.price.recurring.interval !== price.recurring.interval) {
      item.current_period_start = clock.seconds()
      item.current_period_end = after(clock.seconds(), price.recurring.interval)
    }
    item.price = price
  }

  function priceOf(form: Form): Price | Answer {
    const data = formOf(form.price_data)
    const product = textOf(data.product)
    if (!products.has(product)) return missing('product', product)
    const interval = textOf(formOf(data.recurring).interval)
    return {
      id: `price_${hex()}`,
      object: 'price',
      product,
      unit_amount: Number(textOf(data.unit_amount)),
      currency: textOf(data.currency),
      recurring: { interval, interval_count: 1, usage_type: 'licensed' },
    }
  }

  function create(form: Form): Answer {
    const customer = textOf(form.customer)
    const method = textOf(form.default_payment_method)
    const refused = methods.refuseCustomer(customer)
    if (refused !== null) return refused
    if (methods.ofCustomer(method, customer) === undefined) return notAttached(method)
    const price = priceOf(listOf(form.items)[0] ?? {})
    if ('status' in price) return price
    const subscription: StandInSubscription = {
      id: newId('sub'),
      object: 'subscription',
      status: 'incomplete',
      customer,
      default_payment_method: method,
      metadata: Object.fromEntries(
        Object.entries(formOf(form.metadata)).map(([key, value]) => [key, textOf(value)]),
      ),
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      created: clock.seconds(),
      latest_invoice: null,
      pending_update: null,
      items: {
        object: 'list',
        data: [
          {
            id: `si_${hex()}`,
            object: 'subscription_item',
            price,
            current_period_start: clock.seconds(),
            current_period_end: after(clock.seconds(), price.recurring.interval),
          },
        ],
      },
    }
    subscriptions.set(subscription.id, subscription)
    emit('customer.subscription.created', subscription)
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    const lines = [line(price.unit_amount, `1 × ${price.product}`, start, end)]
    collect(
      subscription,
      bill(subscription, 'subscription_create', lines),
      textOf(form.off_session) === 'true',
    )
    return ok(subscription)
  }

  function update(subscription: StandInSubscription, form: Form): Answer {
    if (subscription.status === 'canceled') return missing('subscription', subscription.id)
    const pending = textOf(form.payment_behavior) === 'pending_if_incomplete'
    const refused = pending ? NOT_PENDING.find((name) => name in form) : undefined
    if (refused !== undefined) return invalid(`${refused} cannot be updated with pending_if_incomplete.`)
    if ('cancel_at' in form && 'cancel_at_period_end' in form) {
      return invalid('Received both cancel_at and cancel_at_period_end parameters. Please pass in only one.')
    }
    const method = textOf(form.default_payment_method)
    if (method !== '' && methods.ofCustomer(method, subscription.customer) === undefined) {
      return notAttached(method)
    }
    if (method !== '') subscription.default_payment_method = method
    if ('cancel_at_period_end' in form) {
      endWithPeriod(subscription, textOf(form.cancel_at_period_end) === 'true')
    }
    if ('cancel_at' in form) subscription.cancel_at = Number(textOf(form.cancel_at)) || null
    if (form.items !== undefined) {
      const refusal = changeItems(subscription, form)
      if (refusal !== null) return refusal
    }
    emit('customer.subscription.updated', subscription)
    return ok(subscription)
  }

  /** Undoing it doesn't undo an end on another date. */
  function endWithPeriod(subscription: StandInSubscription, ends: boolean): void {
    if (ends) subscription.cancel_at = itemOf(subscription).current_period_end
    else if (subscription.cancel_at_period_end) subscription.cancel_at = null
    subscription.cancel_at_period_end = ends
  }

  function changeItems(subscription: StandInSubscription, form: Form): Answer | null {
    const item = listOf(form.items)[0] ?? {}
    if (textOf(item.id) !== itemOf(subscription).id) return missing('subscription item', textOf(item.id))
    const price = priceOf(item)
    if ('status' in price) return price
    if (textOf(form.proration_behavior) === 'none') {
      itemOf(subscription).price = price
      return null
    }
    for (const open of openOf(subscription.id)) discard(open)
    const lines = prorationLines(subscription, price, Number(textOf(form.proration_date)))
    const update = { ...itemOf(subscription), price }
    subscription.pending_update = { expires_at: clock.seconds() + 82_800, subscription_items: [update] }
    collect(subscription, bill(subscription, 'subscription_update', lines), false)
    return null
  }

  const openOf = (id: string) =>
    bills.filter(({ status, parent }) => status === 'open' && parent.subscription_details.subscription === id)

  function discard(invoice: StandInInvoice): void {
    invoice.status = 'void'
    balances.set(invoice.customer, invoice.starting_balance)
    const intent = intentOf(invoice)
    if (intent !== undefined) intent.status = 'canceled'
    need(invoice.parent.subscription_details.subscription).pending_update = null
    emit('invoice.voided', invoice)
  }

  function end(subscription: StandInSubscription): Answer {
    if (subscription.status === 'incomplete') for (const open of openOf(subscription.id)) discard(open)
    subscription.status = 'canceled'
    subscription.canceled_at = clock.seconds()
    emit('customer.subscription.deleted', subscription)
    return ok(subscription)
  }

  /** Also cancels the customer's subscriptions at once. */
  function deleteCustomer(id: string): Answer {
    const live = subscriptions.filter(({ customer, status }) => customer === id && status !== 'canceled')
    for (const subscription of live) end(subscription)
    const answer = methods.deleteCustomer(id)
    if (answer.status === 200) emit('customer.deleted', { id, object: 'customer' })
    return answer
  }

  function pay(invoice: StandInInvoice, form: Form): Answer {
    const method = textOf(form.payment_method)
    if (methods.ofCustomer(method, invoice.customer) === undefined) return notAttached(method)
    const intent = intentOf(invoice)
    if (intent === undefined || invoice.status !== 'open') return invalid('Invoice is already paid')
    attempt(intent, method, textOf(form.off_session) !== 'false')
    if (intent.status === 'succeeded') return ok(invoice)
    const asks = { code: 'invoice_payment_intent_requires_action', message: ASKS }
    return refusedCard(intent.status === 'requires_action' ? asks : (intent.last_payment_error ?? DECLINED))
  }

  function preview(form: Form): Answer {
    const subscription = subscriptions.get(textOf(form.subscription))
    if (subscription === undefined) return missing('subscription', textOf(form.subscription))
    const details = formOf(form.subscription_details)
    const price = priceOf(listOf(details.items)[0] ?? {})
    if ('status' in price) return price
    const lines = prorationLines(subscription, price, Number(textOf(details.proration_date)))
    return ok(bill(subscription, 'subscription_update', lines))
  }

  /** Null if the path isn't handled here. */
  function handle(method: string, url: string, body: string): Answer | null {
    const [path = '', query = ''] = url.split('?')
    const form = parseForm(new URLSearchParams(method === 'POST' ? body : query))
    const [, kind = '', id = '', action = ''] = path.slice('/v1'.length).split('/')
    if (kind === 'products' && method === 'POST') {
      const product = textOf(form.id)
      if (products.has(product)) return invalid('Product already exists.', 'resource_already_exists')
      products.set(product, { name: textOf(form.name) })
      return ok({ id: product, object: 'product', name: textOf(form.name) })
    }
    if (kind === 'customers' && method === 'DELETE') return deleteCustomer(id)
    if (kind === 'subscriptions') return subscriptionCall(method, id, form)
    return kind === 'invoices' ? invoiceCall(method, id, action, form) : null
  }

  function subscriptionCall(verb: string, id: string, form: Form): Answer {
    if (id === '') return verb === 'POST' ? create(form) : listSubscriptions(textOf(form.customer))
    const subscription = subscriptions.get(id)
    if (subscription === undefined) return missing('subscription', id)
    if (verb === 'POST') return update(subscription, form)
    if (verb === 'DELETE') return end(subscription)
    const card = subscription.default_payment_method
    const expands = textsOf(form.expand).includes('default_payment_method')
    const method = methods.ofCustomer(card, subscription.customer)
    return ok({
      ...subscription,
      default_payment_method: expands && method !== undefined ? shownMethod(method) : card,
    })
  }

  const listSubscriptions = (customer: string) =>
    list(
      [...subscriptions.values()].filter(
        (entry) => entry.customer === customer && entry.status !== 'canceled',
      ),
    )

  function invoiceCall(method: string, id: string, action: string, form: Form): Answer {
    if (id === 'create_preview') return preview(form)
    if (id === '') {
      const found = newest().filter(
        ({ parent, status }) =>
          parent.subscription_details.subscription === textOf(form.subscription) &&
          (form.status === undefined || status === form.status),
      )
      const expands = textsOf(form.expand).includes('data.payments')
      return list(expands ? found : found.map(({ payments, ...invoice }) => invoice))
    }
    const invoice = bills.get(id)
    if (invoice === undefined || method !== 'POST') return missing('invoice', id)
    if (action === 'pay') return pay(invoice, form)
    discard(invoice)
    return ok(invoice)
  }

  const renewals = createRenewals({
    ...{ clock, emit, memory, subscriptions },
    ...{ itemOf, intentOf, openOf, bill, collect, attempt, discard, end },
  })

  return {
    handle,
    subscriptions,
    /** Newest first. */
    get invoices() {
      return newest()
    },
    /** Ends the current period. */
    renew(id: string): void {
      const subscription = need(id)
      clock.now = itemOf(subscription).current_period_end
      renewals.endPeriod(subscription)
    },
    pass: renewals.pass,
    end: (id: string) => void end(need(id)),
    deleteCustomer: (id: string) => void deleteCustomer(id),
  }
}
