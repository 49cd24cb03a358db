import Stripe from 'stripe'
import { createAccounts, standInAccount } from './account/accounts.ts'
import { createBalance } from './account/balance.ts'
import { createSubscriptions } from './billing/subscriptions.ts'
import { type BankPage, createIntents } from './payments/intents.ts'
import { createMethods } from './payments/methods.ts'
import { createRefunds } from './payments/refunds.ts'
import { createSetups } from './payments/setups.ts'
import { createTokens } from './payments/tokens.ts'
import { type Answer, createIds, failure, hex, missing } from './wire/answers.ts'
import { createClock, createEvents } from './wire/events.ts'
import { createMemory } from './wire/memory.ts'
import { refuseParameters } from './wire/parameters.ts'
import { completed, problemsOfAnswer, problemsOfCall } from './wire/shapes.ts'

/** A call as it came over the wire. */
export interface Call {
  verb: string
  /** Including the query. */
  address: string
  body: string
  header: (name: string) => string | null
}

export type StripeStandIn = ReturnType<typeof createStripeStandIn>

/**
 * Responds to the official Stripe client like Stripe, as far as the portal uses it. With a `secretKey` it is
 * a single account that rejects other keys. It has no network of its own: the caller passes requests in and
 * sends the responses.
 */
export function createStripeStandIn(options: StandInOptions = {}) {
  const { name = 'Stand-in', secretKey, publishableKey, idPrefix = '', bankPage = hostedPage } = options
  const clock = createClock()
  const { events, emit } = createEvents()
  const memory = createMemory()
  const newId = createIds(idPrefix)
  const methods = createMethods({ memory, newId })
  const tokens = createTokens({ memory, newId })
  const intents = createIntents({ clock, emit, memory, newId, bankPage, methods, tokens })
  const setups = createSetups({ memory, newId, methods })
  const refunds = createRefunds({ memory, newId, intents })
  const billing = createSubscriptions({ clock, emit, memory, newId, intents, methods })
  const balance = createBalance()
  const accounts = createAccounts(standInAccount(name, true))
  const answers = memory.collection<{ request: string; answer: Answer }>(ANSWERS)
  /** Differences between calls or responses and the pinned client's types. */
  const problems: string[] = []

  /** Checks the call's key, API version and connected account. */
  function refuseCall(call: Call): Answer | null {
    const { header } = call
    const key = (header('authorization') ?? '').replace(/^Bearer /, '')
    if (publishableKey !== undefined && key === publishableKey) return refusePublishable(call)
    if (secretKey !== undefined && key !== secretKey) {
      return refusal(401, `Invalid API Key provided: ${key.slice(0, 8)}****`)
    }
    if (header('stripe-version') !== Stripe.API_VERSION) return refusal(400, 'Invalid Stripe API version.')
    const account = header('stripe-account')
    if (account !== null && !accounts.connected.has(account)) {
      return refusal(403, 'The provided key does not have access to this account.')
    }
    return null
  }

  /** A publishable key may only read objects whose client secret it presents. */
  function refusePublishable({ verb, address }: Call): Answer | null {
    const { pathname, searchParams } = new URL(address, 'http://stripe.test')
    const [, kind, id = ''] = /^\/v1\/(setup|payment)_intents\/(\w+)$/.exec(pathname) ?? []
    if (verb !== 'GET' || kind === undefined) {
      return refusal(401, 'This API call cannot be made with a publishable API key.')
    }
    const known = kind === 'setup' ? setups.known.get(id) : intents.known.get(id)
    if (known === undefined) return missing(`${kind}intent`, id)
    return known.client_secret === searchParams.get('client_secret')
      ? null
      : refusal(400, 'The client_secret provided does not match the client_secret of this intent.')
  }

  /** The earlier response to the idempotency key; null for a new key. */
  function answerAgain(key: string | null, request: string): Answer | null {
    const known = key === null ? undefined : answers.get(key)
    if (known === undefined) return null
    return known.request === request
      ? known.answer
      : failure(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        })
  }

  function carryOut({ verb, address, body, header }: Call): Answer {
    const [path = ''] = address.split('?')
    return (
      refuseParameters(verb, path, body) ??
      balance.handle(verb, address, header('stripe-account')) ??
      accounts.handle(verb, path, body) ??
      methods.handle(verb, address, body) ??
      setups.handle(verb, address, body) ??
      refunds.handle(verb, address, body) ??
      tokens.handle(verb, path) ??
      billing.handle(verb, address, body) ??
      intents.handle(verb, address, body) ??
      refusal(404, `Unrecognized request URL (${verb}: ${path}).`)
    )
  }

  function answerNew(call: Call, idempotencyKey: string | null): Answer {
    const untrue = problemsOfCall({ ...call, idempotencyKey })
    problems.push(...untrue)
    if (untrue[0] !== undefined) return refusal(400, untrue[0])
    const made = carryOut(call)
    if (made.status !== 200) return made
    const answer = { ...made, body: completed(call, made.body) }
    problems.push(...problemsOfAnswer(call, JSON.parse(JSON.stringify(answer.body))))
    return answer
  }

  return {
    clock,
    events,
    memory,
    methods,
    tokens,
    intents,
    setups,
    refunds,
    billing,
    balance,
    accounts,
    problems,
    /** Advances the clock: due debits settle, and subscriptions renew or end. */
    pass(seconds: number): void {
      clock.now = seconds
      intents.settleDue()
      billing.pass()
    },
    /** Sets the bank's decision on a charge, debit or card setup. Returns false for an unknown secret. */
    answerAtBank(secret: string, approved: boolean): boolean {
      const intent = intents.known.find(({ client_secret }) => client_secret === secret)
      const setup = setups.known.find(({ client_secret }) => client_secret === secret)
      if (intent?.status === 'requires_action') intents.authenticate(intent, approved)
      if (intent?.status === 'processing') intents.settleAtOnce(intent.id)
      if (setup?.status === 'requires_action') setups.authenticate(setup, approved)
      return intent !== undefined || setup !== undefined
    },
    /** Responds to a call; `edit` may replace the response. The same idempotency key gets the same response. */
    answer(call: Call, edit: (answer: Answer) => Answer = (answer) => answer): Answer {
      const key = call.header('idempotency-key')
      const request = `${call.address.split('?')[0]}?${call.body}`
      const known = refuseCall(call) ?? answerAgain(key, request)
      if (known !== null) return known
      const answer = edit(answerNew(call, key))
      if (key !== null) answers.set(key, { request, answer })
      return answer
    },
  }
}

interface StandInOptions {
  name?: string
  secretKey?: string
  publishableKey?: string
  /** The prefix of all ids. */
  idPrefix?: string
  bankPage?: BankPage
}

/** The responses by idempotency key. */
export const ANSWERS = 'answers'

const hostedPage: BankPage = () => `https://hooks.stripe.test/redirect/${hex()}`

const refusal = (status: number, message: string): Answer =>
  failure(status, { type: 'invalid_request_error', message })
