import { type Answer, hex, invalid, list, missing, type NewId, ok, refusedCard } from '../wire/answers.ts'
import type { Clock, Emit } from '../wire/events.ts'
import { type Form, formOf, parseForm, textOf, textsOf } from '../wire/form.ts'
import type { Memory } from '../wire/memory.ts'
import { refuseAmount } from './amounts.ts'
import { type Methods, notAttached, type StandInMethod, shownMethod } from './methods.ts'
import { type CardError, EXPIRED, notAuthenticated, type TestAccount, WAYS, type Way } from './test-cards.ts'
import type { StandInToken, Tokens } from './tokens.ts'
import { isVoucher, type NextAction, transferAction, voucherAction, voucherExpiry } from './vouchers.ts'

export interface StandInIntent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  created: number
  metadata: Record<string, string>
  last_payment_error: (Omit<CardError, 'code'> & { code?: string }) | null
  latest_charge: StandInCharge | null
  customer: string | null
  /** Null if paid with another method than a card. */
  payment_method: string | null
  setup_future_usage: string | null
  application_fee_amount: number | null
  /** The page of the bank to redirect the payer to, or how to pay elsewhere. */
  next_action: NextAction | null
}

interface StandInCharge {
  id: string
  object: 'charge'
  amount: number
  currency: string
  amount_refunded: number
  created: number
  payment_intent: string
  metadata: Record<string, string>
  payment_method_details: { type: string; card?: { brand: string; last4: string }; [type: string]: unknown }
}

/** The page on which a bank asks for the payer's approval; the payer then returns to the other address. */
export type BankPage = (intent: StandInIntent, returnUrl: string) => string

/** How an intent is paid if not by card. */
interface Course {
  way: Way
  account: TestAccount
  /** When its bank has decided or its voucher expires, in seconds; null for a transfer, which has no end. */
  decided: number | null
}

interface Surroundings {
  clock: Clock
  emit: Emit
  memory: Memory
  newId: NewId
  bankPage: BankPage
  methods: Methods
  tokens: Tokens
}

export type Intents = ReturnType<typeof createIntents>

/** The state machine of charges, for payments and bills. */
export function createIntents(surroundings: Surroundings) {
  const { clock, emit, memory, newId, methods, tokens } = surroundings
  const known = memory.collection<StandInIntent>('payment_intents')
  /** The URL that the payer's bank redirects back to, by intent. */
  const returnUrls = memory.collection<string>('return_urls')
  /** The payment method of intents not paid by card. */
  const courses = memory.collection<Course>('courses')
  /** Called when a charge has succeeded or failed; bills wait for this. */
  const listeners: ((intent: StandInIntent) => void)[] = []

  function open(of: Partial<StandInIntent> & Pick<StandInIntent, 'amount' | 'currency'>): StandInIntent {
    const intent: StandInIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      client_secret: `secret_${hex()}`,
      created: clock.seconds(),
      metadata: {},
      last_payment_error: null,
      latest_charge: null,
      customer: null,
      payment_method: null,
      setup_future_usage: null,
      application_fee_amount: null,
      next_action: null,
      ...of,
    }
    known.set(intent.id, intent)
    return intent
  }

  /** Charges a card: it succeeds, is declined, or waits for authentication. */
  function attempt(intent: StandInIntent, method: StandInMethod, offSession: boolean): void {
    intent.payment_method = method.id
    const outcome = methods.outcomeOf(method, offSession)
    if (outcome === 'asks') {
      intent.status = 'requires_action'
      emit('payment_intent.requires_action', intent)
    } else if (outcome === 'succeeds') succeed(intent)
    else fail(intent, outcome)
  }

  /** Starts a charge that isn't immediate: a debit takes days, and other ways wait for the payer. */
  function begin(intent: StandInIntent, way: Way, account: TestAccount): void {
    const decided = isVoucher(way)
      ? voucherExpiry(way, clock.seconds())
      : WAYS[way].goes === 'by transfer'
        ? null
        : clock.seconds() + CLEARING_SECONDS
    courses.set(intent.id, { way, account, decided })
    if (WAYS[way].goes !== 'for days') {
      intent.status = 'requires_action'
      intent.next_action = nextActionOf(intent, way, decided)
      emit('payment_intent.requires_action', intent)
      return
    }
    intent.status = 'processing'
    intent.latest_charge = chargeOf(newId('ch'), intent, detailsOf(intent), clock.seconds())
    emit('payment_intent.processing', intent)
  }

  function nextActionOf(intent: StandInIntent, way: Way, expires: number | null): NextAction {
    const returnUrl = returnUrls.get(intent.id) ?? ''
    const url = surroundings.bankPage(intent, returnUrl)
    if (isVoucher(way)) return voucherAction(way, expires ?? 0, url)
    if (WAYS[way].goes === 'by transfer') return transferAction(intent, url)
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  }

  function detailsOf({ id, payment_method }: StandInIntent): StandInCharge['payment_method_details'] {
    const course = courses.get(id)
    if (course !== undefined) {
      const { way, account } = course
      if (way === 'boleto') return { type: way, boleto: { tax_id: '00000000000' } }
      return { type: way, [way]: WAYS[way].goes === 'for days' ? { last4: account.last4 } : {} }
    }
    const method = methods.known.get(payment_method ?? '')
    if (method === undefined) throw new Error(`nothing pays ${id}`)
    return { type: 'card', card: method.card }
  }

  function succeed(intent: StandInIntent): void {
    intent.status = 'succeeded'
    intent.next_action = null
    intent.last_payment_error = null
    const method = methods.known.get(intent.payment_method ?? '')
    if (method !== undefined && intent.customer !== null && intent.setup_future_usage !== null) {
      method.customer = intent.customer
      method.isSetUp = true
    }
    intent.latest_charge ??= chargeOf(newId('ch'), intent, detailsOf(intent), clock.seconds())
    emit('payment_intent.succeeded', intent)
    for (const hear of listeners) hear(intent)
  }

  function fail(intent: StandInIntent, error: NonNullable<StandInIntent['last_payment_error']>): void {
    intent.status = 'requires_payment_method'
    intent.next_action = null
    intent.last_payment_error = error
    emit('payment_intent.payment_failed', intent)
    for (const hear of listeners) hear(intent)
  }

  /** Applies the bank's result of a debit, which takes days. */
  function settleDebit(intent: StandInIntent, succeeds: boolean): StandInIntent {
    if (intent.status !== 'processing') throw new Error(`the intent is ${intent.status}`)
    if (succeeds) succeed(intent)
    else fail(intent, { type: 'card_error', code: 'card_declined', message: BOUNCED })
    return intent
  }

  function settleAtOnce(id: string): void {
    const intent = known.get(id)
    if (intent?.status === 'processing') settleDebit(intent, courses.get(id)?.account.clears ?? true)
  }

  function settleIfDue(id: string, { way, decided }: Course): void {
    if (decided === null || decided > clock.seconds()) return
    const intent = known.get(id)
    if (intent?.status === 'requires_action' && isVoucher(way)) fail(intent, EXPIRED)
    else settleAtOnce(id)
  }

  function cancel(intent: StandInIntent): Answer {
    if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled') {
      return invalid(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        'payment_intent_unexpected_state',
      )
    }
    intent.status = 'canceled'
    intent.next_action = null
    emit('payment_intent.canceled', intent)
    return ok(shown(intent, []))
  }

  function create(form: Form): Answer {
    const byToken = form.confirmation_token !== undefined
    if (byToken === (form.payment_method !== undefined)) {
      return invalid('Give one of confirmation_token and payment_method.')
    }
    const used = byToken ? tokens.use(form) : null
    if (used !== null && 'status' in used) return used
    const method = methods.find(used?.card ?? textOf(form.payment_method))
    if (method === undefined) {
      return invalid(`No such PaymentMethod: '${textOf(form.payment_method)}'`, 'resource_missing')
    }
    const customer = textOf(form.customer) || null
    const refused = methods.refuseCustomer(customer)
    if (refused !== null) return refused
    if (method.customer !== null && method.customer !== customer) return notAttached(method.id)
    const way = used?.payment_method_preview.type ?? 'card'
    if (WAYS[way].goes === 'by transfer' && customer === null) {
      return invalid('You must provide a customer to use customer_balance.', 'parameter_missing')
    }
    const currency = textOf(form.currency)
    const refusal = refuseAmount(Number(textOf(form.amount)), currency, way)
    if (refusal !== null) return invalid(refusal)
    return charge(form, { way, method, used, customer, currency })
  }

  function charge(
    form: Form,
    of: {
      way: Way
      method: StandInMethod
      used: StandInToken | null
      customer: string | null
      currency: string
    },
  ): Answer {
    const intent = open({
      amount: Number(textOf(form.amount)),
      currency: of.currency,
      metadata: { payment_id: textOf(formOf(form.metadata).payment_id) },
      customer: of.customer,
      setup_future_usage: textOf(form.setup_future_usage) || null,
      application_fee_amount:
        form.application_fee_amount === undefined ? null : Number(textOf(form.application_fee_amount)),
    })
    if (of.used !== null) of.used.payment_intent = intent.id
    returnUrls.set(intent.id, textOf(form.return_url))
    if (of.way === 'card') attempt(intent, of.method, textOf(form.off_session) === 'true')
    else begin(intent, of.way, of.used?.account ?? { last4: '', clears: true })
    const expand = textsOf(form.expand)
    if (intent.last_payment_error === null) return ok(shown(intent, expand))
    return refusedCard(intent.last_payment_error, { payment_intent: shown(intent, expand) })
  }

  /** The expanded objects, as requested. */
  function shown(intent: StandInIntent, expand: readonly string[]) {
    const method = methods.known.get(intent.payment_method ?? '')
    return {
      ...intent,
      latest_charge: expand.includes('latest_charge')
        ? intent.latest_charge
        : (intent.latest_charge?.id ?? null),
      payment_method:
        expand.includes('payment_method') && method !== undefined
          ? shownMethod(method)
          : intent.payment_method,
    }
  }

  function listAll(query: Form, path: string): Answer {
    const expand = textsOf(query.expand).map((name) => name.replace(/^data\./, ''))
    const { gte, lte } = formOf(query.created)
    const found = [...known.values()].filter(
      ({ created }) =>
        (gte === undefined || created >= Number(gte)) && (lte === undefined || created <= Number(lte)),
    )
    return list(
      found.map((intent) => shown(intent, expand)),
      path,
    )
  }

  return {
    known,
    returnUrls,
    listeners,
    open,
    attempt,
    succeed,
    fail,
    /** Completes authentication with the payer's bank. */
    authenticate(intent: StandInIntent, approved: boolean): void {
      if (approved) succeed(intent)
      else
        fail(
          intent,
          isVoucher(courses.get(intent.id)?.way ?? '') ? EXPIRED : notAuthenticated('payment_intent'),
        )
    },
    settleDebit,
    /** Settles due debits with the bank's result, and expires vouchers that nobody paid. */
    settleDue(): void {
      for (const [id, course] of courses) settleIfDue(id, course)
    },
    settleAtOnce,
    /** Null if the path isn't handled here. */
    handle(verb: string, address: string, body: string): Answer | null {
      const { pathname: path, searchParams } = new URL(address, 'http://stripe.test')
      const [, id, action] = /^\/v1\/payment_intents(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
      if (!path.startsWith('/v1/payment_intents')) return null
      const form = parseForm(verb === 'POST' ? new URLSearchParams(body) : searchParams)
      if (id === undefined) return verb === 'POST' ? create(form) : listAll(form, path)
      const intent = known.get(id)
      if (intent === undefined) return missing('payment_intent', id)
      if (action === 'cancel') return cancel(intent)
      return verb === 'GET' && action === undefined ? ok(shown(intent, textsOf(form.expand))) : null
    },
  }
}

const chargeOf = (
  id: string,
  intent: StandInIntent,
  details: StandInCharge['payment_method_details'],
  created: number,
): StandInCharge => ({
  id,
  object: 'charge',
  amount: intent.amount,
  currency: intent.currency,
  amount_refunded: 0,
  created,
  payment_intent: intent.id,
  metadata: intent.metadata,
  payment_method_details: details,
})

/** Three days. */
const CLEARING_SECONDS = 3 * 86_400
export const BOUNCED = 'The payment was returned: insufficient funds.'
