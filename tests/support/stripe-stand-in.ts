import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { createAccountStandIn, standInAccount } from './stripe-stand-in/accounts.ts'
import { createAttachedCards } from './stripe-stand-in/attached-cards.ts'
import { createBalanceStandIn } from './stripe-stand-in/balance.ts'
import { createCardStandIn } from './stripe-stand-in/cards.ts'
import type { StandInIntent } from './stripe-stand-in/intent.ts'
import { refuseAmount, refuseParameters } from './stripe-stand-in/rules.ts'
import { createSubscriptionStandIn } from './stripe-stand-in/subscriptions.ts'
import { createTokenStandIn, type StandInMethodType } from './stripe-stand-in/tokens.ts'
import { completed, problemsOfAnswer, problemsOfCall } from './stripe-stand-in/wire.ts'

const DECLINES: Record<string, { code: string; decline_code?: string; message: string }> = {
  pm_card_chargeDeclined: {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  pm_card_chargeDeclinedInsufficientFunds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
}

/**
 * A local server that answers the official Stripe client the way Stripe does, as far as we call it. With a
 * `secretKey` it is one account that other keys don't open.
 */
export async function startStripeStandIn({ name = 'Stand-in', secretKey }: StandInOptions = {}) {
  const intents = new Map<string, StandInIntent>()
  const answers = new Map<string, { request: string; status: number; body: unknown }>()
  const calls: string[] = []
  const saved = createCardStandIn({ intents, declines: DECLINES })
  const cards = createAttachedCards(saved)
  const tokens = createTokenStandIn(saved.methodFor)
  const billing = createSubscriptionStandIn({ intents, succeed, cards })
  const balance = createBalanceStandIn()
  const accounts = createAccountStandIn(standInAccount(name, true))
  /** The account each call was made for: connected ones are named by a header. */
  const madeFor: (string | null)[] = []
  /** What of calls and answers is not as the pinned client's types have it. */
  const problems: string[] = []

  /** Called as a call is heard, and once it is done but not answered: a test kills its caller then. */
  let interrupted: (call: string, stage: 'heard' | 'done') => void = () => {}

  const api = {
    apiBase: '',
    intents,
    calls,
    madeFor,
    succeed,
    billing,
    saved,
    accounts,
    balance,
    tokens,
    /** Where the payer's bank sends them back to, by intent. */
    returnUrls: new Map<string, string>(),
    interrupt: (by: typeof interrupted) => {
      interrupted = by
    },
    /** How every call is answered while it is set. */
    fail: null as { status: number; message: string } | null,
    /** What the key may not do, by the beginnings of calls, as a restricted key's owner chose. */
    denied: [] as string[],
    /** What is done, but answered with an error of the provider's own, by the beginnings of calls. */
    broken: [] as string[],
    /** How long every answer takes. */
    delayMs: 0,
  }

  const server = createServer(async (req, res) => {
    const body = await bodyOf(req)
    const path = (req.url ?? '').split('?')[0] ?? ''
    calls.push(`${req.method} ${path}`)
    interrupted(`${req.method} ${path}`, 'heard')
    madeFor.push(headerOf(req, 'stripe-account'))
    const isListed = (names: string[]) => names.some((name) => `${req.method} ${path}`.startsWith(name))
    const refusal =
      refuseCall(req) ??
      (isListed(api.denied) ? failure(403, 'invalid_request_error', DENIED) : null) ??
      (api.fail && failure(api.fail.status, 'invalid_request_error', api.fail.message))
    if (refusal !== null) return reply(res, refusal.status, refusal.body)
    const key = req.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known !== undefined) {
      if (known.request === `${path}?${body}`) return reply(res, known.status, known.body)
      return reply(res, 400, {
        error: {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        },
      })
    }
    const call = {
      verb: req.method ?? 'GET',
      address: req.url ?? '',
      body,
      idempotencyKey: typeof key === 'string' ? key : null,
    }
    const untrue = problemsOfCall(call)
    problems.push(...untrue)
    const made =
      (untrue[0] === undefined ? null : failure(400, 'invalid_request_error', untrue[0])) ??
      refuseParameters(req.method ?? 'GET', path, body) ??
      balance.handle(req.method ?? 'GET', req.url ?? '', headerOf(req, 'stripe-account')) ??
      accounts.handle(req.method ?? 'GET', path, body) ??
      saved.handle(req.method ?? 'GET', req.url ?? '', body) ??
      tokens.handle(req.method ?? 'GET', path) ??
      cards.handle(req.method ?? 'GET', path, body) ??
      billing.handle(req.method ?? 'GET', req.url ?? '', body) ??
      handle(req.method ?? 'GET', path, body)
    const isAnswer = made.status === 200
    const answer = isAnswer ? { ...made, body: completed(call, made.body) } : made
    if (isAnswer) problems.push(...problemsOfAnswer(call, JSON.parse(JSON.stringify(answer.body))))
    // A key is answered the same again, errors included.
    const told = isListed(api.broken) ? failure(500, 'api_error', 'An error occurred.') : answer
    if (typeof key === 'string') answers.set(key, { request: `${path}?${body}`, ...told })
    interrupted(`${req.method} ${path}`, 'done')
    if (api.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, api.delayMs))
    reply(res, told.status, told.body)
  })

  /** The key, the API version and the connected account of a call. */
  function refuseCall(req: IncomingMessage) {
    const key = (headerOf(req, 'authorization') ?? '').replace(/^Bearer /, '')
    if (secretKey !== undefined && key !== secretKey) {
      return failure(401, 'invalid_request_error', `Invalid API Key provided: ${key.slice(0, 8)}****`)
    }
    if (headerOf(req, 'stripe-version') !== Stripe.API_VERSION) {
      return failure(400, 'invalid_request_error', 'Invalid Stripe API version.')
    }
    const account = headerOf(req, 'stripe-account')
    if (account !== null && !accounts.connected.has(account)) {
      return failure(403, 'invalid_request_error', 'The provided key does not have access to this account.')
    }
    return null
  }

  function handle(method: string, path: string, body: string): { status: number; body: unknown } {
    const form = new URLSearchParams(body)
    const [, id, action] = /^\/v1\/payment_intents\/(pi_\w+)(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && path === '/v1/customers') {
      return { status: 200, body: { id: `cus_${hex()}`, object: 'customer', email: form.get('email') } }
    }
    if (method === 'POST' && path === '/v1/payment_intents') return createIntent(form, body)
    if (method === 'GET' && path === '/v1/payment_intents') {
      return {
        status: 200,
        body: { object: 'list', has_more: false, url: path, data: [...intents.values()] },
      }
    }
    const intent = intents.get(id ?? '')
    if (intent !== undefined && method === 'GET' && action === undefined) return { status: 200, body: intent }
    if (intent !== undefined && action === 'cancel') {
      if (intent.status === 'succeeded' || intent.status === 'processing') {
        return failure(400, 'invalid_request_error', 'You cannot cancel this PaymentIntent.')
      }
      intent.status = 'canceled'
      return { status: 200, body: intent }
    }
    return failure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
  }

  function createIntent(form: URLSearchParams, body: string): { status: number; body: unknown } {
    const byToken = form.has('confirmation_token')
    if (byToken === form.has('payment_method')) {
      return failure(400, 'invalid_request_error', 'Give one of confirmation_token and payment_method.')
    }
    const used = byToken ? tokens.use(body) : null
    if (used !== null && 'status' in used) return used
    const method = used?.method ?? saved.methodFor(form.get('payment_method') ?? '')
    const type = used?.token.payment_method_preview.type ?? 'card'
    const customer = form.get('customer')
    if (method.customer !== null && method.customer !== customer) {
      const words = `The customer does not have a payment method with the ID ${method.id}.`
      return failure(400, 'invalid_request_error', words)
    }
    const refusal = refuseAmount(Number(form.get('amount')), form.get('currency') ?? '', type)
    if (refusal !== null) return failure(400, 'invalid_request_error', refusal)
    const decline = DECLINES[method.token]
    const intent: StandInIntent = {
      id: `pi_${hex()}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      client_secret: `secret_${hex()}`,
      created: Math.floor(Date.now() / 1000),
      metadata: { payment_id: form.get('metadata[payment_id]') ?? '' },
      last_payment_error: null,
      latest_charge: null,
      customer,
      payment_method: method,
      setup_future_usage: form.get('setup_future_usage'),
      application_fee_amount: form.has('application_fee_amount')
        ? Number(form.get('application_fee_amount'))
        : null,
      next_action: null,
    }
    intents.set(intent.id, intent)
    api.returnUrls.set(intent.id, form.get('return_url') ?? '')
    if (used !== null) used.token.payment_intent = intent.id
    if (type !== 'card') return { status: 200, body: begin(intent, type) }
    if (decline !== undefined) {
      intent.last_payment_error = { type: 'card_error', message: decline.message }
      return { status: 402, body: { error: { type: 'card_error', ...decline, payment_intent: intent } } }
    }
    if (method.token === 'pm_card_authenticationRequired') intent.status = 'requires_action'
    else succeed(intent)
    return { status: 200, body: intent }
  }

  /** A debit takes days, a bank's page asks the payer. */
  function begin(intent: StandInIntent, type: StandInMethodType): StandInIntent {
    if (tokens.goes(type) === 'at the bank') {
      intent.status = 'requires_action'
      const url = `https://hooks.stripe.test/redirect/${hex()}`
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url } }
      return intent
    }
    intent.status = 'processing'
    intent.latest_charge = chargeOf(intent, { type, [type]: { last4: '3000' } })
    return intent
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => expect(problems, 'what went over the wire').toEqual([]))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  api.apiBase = `http://127.0.0.1:${port}`
  return api
}

interface StandInOptions {
  name?: string
  secretKey?: string
}

const headerOf = (req: IncomingMessage, name: string): string | null => {
  const value = req.headers[name]
  return typeof value === 'string' ? value : null
}

/** What the customer's browser does: the authentication is passed. */
function succeed(intent: StandInIntent): void {
  intent.status = 'succeeded'
  const { payment_method: method, customer } = intent
  if (method !== undefined && customer && intent.setup_future_usage) method.customer = customer
  intent.latest_charge = chargeOf(intent, {
    type: 'card',
    card: method?.card ?? { brand: 'visa', last4: '4242' },
  })
}

const chargeOf = (
  intent: StandInIntent,
  details: NonNullable<StandInIntent['latest_charge']>['payment_method_details'],
): NonNullable<StandInIntent['latest_charge']> => ({
  id: `ch_${hex()}`,
  object: 'charge',
  amount: intent.amount,
  currency: intent.currency,
  amount_refunded: 0,
  payment_intent: intent.id,
  metadata: intent.metadata,
  payment_method_details: details,
})

const DENIED = 'The provided key does not have the required permissions for this endpoint.'

const hex = () => randomBytes(8).toString('hex')

const failure = (status: number, type: string, message: string) => ({
  status,
  body: { error: { type, message } },
})

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function reply(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
