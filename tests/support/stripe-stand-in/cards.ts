import { randomBytes } from 'node:crypto'

export interface StandInMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  /** Whom it is attached to. */
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: string }
  /** The test token it was made from; it decides how the card behaves. */
  token: string
}

interface StandInSetup {
  id: string
  object: 'setup_intent'
  status: string
  client_secret: string
  customer: string
  payment_method: StandInMethod
  last_setup_error: { type: string; message: string } | null
}

interface StandInRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: string
  metadata: Record<string, string>
}

interface Refundable {
  id: string
  amount: number
  currency: string
  latest_charge: { id: string; amount_refunded: number } | null
}

interface Answer {
  status: number
  body: unknown
}

const CARDS: Record<string, { brand: string; last4: string }> = {
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_authenticationRequired: { brand: 'visa', last4: '3184' },
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const invalid = (message: string, code = 'resource_missing'): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
})
const listOf = (url: string, data: unknown[]): Answer => ok({ object: 'list', has_more: false, url, data })
const hex = () => randomBytes(8).toString('hex')

/** Customers' cards, setup intents and refunds, the way Stripe keeps them. */
export function createCardStandIn(options: {
  intents: ReadonlyMap<string, Refundable>
  declines: Record<string, { code: string; message: string }>
}) {
  const methods = new Map<string, StandInMethod>()
  const setups = new Map<string, StandInSetup>()
  const refunds: StandInRefund[] = []
  /** Each customer's default card. */
  const defaults = new Map<string, string>()

  /** A test token makes a card of its own each time; an attached card is known by its id. */
  function methodFor(id: string): StandInMethod {
    const known = methods.get(id)
    if (known !== undefined) return known
    const card = {
      ...(CARDS[id] ?? { brand: 'visa', last4: '4242' }),
      exp_month: 12,
      exp_year: 2034,
      funding: 'credit',
    }
    const made: StandInMethod = {
      id: `pm_${hex()}`,
      object: 'payment_method',
      type: 'card',
      customer: null,
      card,
      token: id,
    }
    // Ours alone: no answer tells it.
    Object.defineProperty(made, 'token', { enumerable: false })
    methods.set(made.id, made)
    return made
  }

  function createSetup(form: URLSearchParams): Answer {
    const method = methodFor(form.get('payment_method') ?? '')
    const decline = options.declines[method.token]
    const setup: StandInSetup = {
      id: `seti_${hex()}`,
      object: 'setup_intent',
      status: 'requires_payment_method',
      client_secret: `secret_${hex()}`,
      customer: form.get('customer') ?? '',
      payment_method: method,
      last_setup_error: null,
    }
    setups.set(setup.id, setup)
    if (decline !== undefined) {
      setup.last_setup_error = { type: 'card_error', message: decline.message }
      return { status: 402, body: { error: { type: 'card_error', ...decline, setup_intent: setup } } }
    }
    if (method.token === 'pm_card_authenticationRequired') setup.status = 'requires_action'
    else succeedSetup(setup)
    return ok(setup)
  }

  function createRefund(form: URLSearchParams): Answer {
    const intent = options.intents.get(form.get('payment_intent') ?? '')
    const charge = intent?.latest_charge
    if (intent === undefined || charge == null) return invalid('No such payment_intent')
    const left = intent.amount - charge.amount_refunded
    const amount = Number(form.get('amount') ?? left)
    if (left === 0)
      return invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
    if (amount > left) return invalid('Refund amount is greater than unrefunded amount on charge.', '')
    charge.amount_refunded += amount
    const refund: StandInRefund = {
      id: `re_${hex()}`,
      object: 'refund',
      amount,
      currency: intent.currency,
      charge: charge.id,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    }
    refunds.unshift(refund)
    return ok(form.get('expand[0]') === 'charge' ? { ...refund, charge } : refund)
  }

  function updateCustomer(id: string, form: URLSearchParams): Answer {
    const method = form.get('invoice_settings[default_payment_method]') ?? ''
    if (methods.get(method)?.customer !== id) {
      return invalid(`The customer does not have a payment method with the ID ${method}.`)
    }
    defaults.set(id, method)
    return ok({ id, object: 'customer', invoice_settings: { default_payment_method: method } })
  }

  function deleteCustomer(id: string): Answer {
    for (const method of methods.values()) if (method.customer === id) method.customer = null
    return ok({ id, object: 'customer', deleted: true })
  }

  function detach(id: string): Answer {
    const method = methods.get(id)
    if (method?.customer == null) {
      return invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    method.customer = null
    return ok(method)
  }

  /** Null where the path is about something else. */
  function handle(verb: string, address: string, body: string): Answer | null {
    const { pathname: path, searchParams: query } = new URL(address, 'http://stripe.test')
    const form = new URLSearchParams(body)
    const [, kind, id = '', action] =
      /^\/v1\/(setup_intents|payment_methods|refunds|customers)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
    switch (`${verb} ${kind}${id && ' id'}${action === undefined ? '' : ` ${action}`}`) {
      case 'POST setup_intents':
        return createSetup(form)
      case 'GET setup_intents id': {
        const setup = setups.get(id)
        return setup === undefined ? invalid(`No such setupintent: '${id}'`) : ok(setup)
      }
      case 'GET payment_methods':
        return listOf(
          path,
          [...methods.values()].filter((method) => method.customer === query.get('customer')),
        )
      case 'POST payment_methods id detach':
        return detach(id)
      case 'POST customers id':
        return form.has('invoice_settings[default_payment_method]') ? updateCustomer(id, form) : null
      case 'DELETE customers id':
        return deleteCustomer(id)
      case 'POST refunds':
        return createRefund(form)
      case 'GET refunds':
        return listOf(
          path,
          refunds.filter((refund) => refund.payment_intent === query.get('payment_intent')),
        )
      default:
        return null
    }
  }

  return { handle, methodFor, methods, setups, refunds, defaults, createRefund }
}

/** What the customer's browser does: the authentication is passed, and the card is attached. */
export function succeedSetup(setup: StandInSetup): void {
  setup.status = 'succeeded'
  setup.payment_method.customer = setup.customer
}
