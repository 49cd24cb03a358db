import { type Answer, hex, invalid, type NewId, ok, refusedCard } from '../wire/answers.ts'
import type { Memory } from '../wire/memory.ts'
import { type Methods, shownMethod } from './methods.ts'
import { type CardError, notAuthenticated } from './test-cards.ts'

export interface StandInSetup {
  id: string
  object: 'setup_intent'
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  client_secret: string
  customer: string | null
  payment_method: string | null
  last_setup_error: CardError | null
}

interface Surroundings {
  memory: Memory
  newId: NewId
  methods: Methods
}

/** Saves cards without a payment. */
export function createSetups({ memory, newId, methods }: Surroundings) {
  const known = memory.collection<StandInSetup>('setup_intents')

  function open(form: URLSearchParams, method: string | null, problem: CardError | null): StandInSetup {
    const setup: StandInSetup = {
      id: newId('seti'),
      object: 'setup_intent',
      status: 'requires_payment_method',
      client_secret: `secret_${hex()}`,
      customer: form.get('customer') || null,
      payment_method: method,
      last_setup_error: problem,
    }
    known.set(setup.id, setup)
    return setup
  }

  function cancel(setup: StandInSetup): Answer {
    if (setup.status === 'succeeded' || setup.status === 'canceled') {
      return invalid(
        `You cannot cancel this SetupIntent because it has a status of ${setup.status}.`,
        'setup_intent_unexpected_state',
      )
    }
    setup.status = 'canceled'
    return ok(shown(setup, []))
  }

  function create(form: URLSearchParams): Answer {
    const id = form.get('payment_method') ?? ''
    if (id === '' && form.get('confirm') !== 'true') return ok(shown(open(form, null, null), []))
    const method = methods.find(id)
    if (method === undefined) return invalid(`No such PaymentMethod: '${id}'`, 'resource_missing')
    const refused = methods.refuseCustomer(form.get('customer'))
    if (refused !== null) return refused
    const setup = open(form, method.id, methods.keepingProblem(method))
    const expand = form.getAll('expand[0]')
    if (setup.last_setup_error !== null) {
      return refusedCard(setup.last_setup_error, { setup_intent: shown(setup, expand) })
    }
    if (methods.outcomeOf(method, false) === 'asks') setup.status = 'requires_action'
    else succeed(setup)
    return ok(shown(setup, expand))
  }

  function succeed(setup: StandInSetup): void {
    const method = methods.methodFor(setup.payment_method ?? '')
    setup.status = 'succeeded'
    method.customer = setup.customer
    method.isSetUp = true
  }

  function shown(setup: StandInSetup, expand: readonly string[]) {
    const method = methods.known.get(setup.payment_method ?? '')
    const isExpanded = expand.includes('payment_method') && method !== undefined
    return { ...setup, payment_method: isExpanded ? shownMethod(method) : setup.payment_method }
  }

  return {
    known,
    /** Completes authentication with the cardholder's bank. */
    authenticate(setup: StandInSetup, approved: boolean): void {
      if (approved) succeed(setup)
      else {
        setup.status = 'requires_payment_method'
        setup.last_setup_error = notAuthenticated('setup_intent')
      }
    },
    /** Null if the path isn't handled here. */
    handle(verb: string, address: string, body: string): Answer | null {
      const { pathname: path, searchParams: query } = new URL(address, 'http://stripe.test')
      const [, id, action] = /^\/v1\/setup_intents(?:\/(\w+))?(?:\/(cancel))?$/.exec(path) ?? []
      if (!path.startsWith('/v1/setup_intents')) return null
      if (id === undefined) return verb === 'POST' ? create(new URLSearchParams(body)) : null
      if (verb !== (action === undefined ? 'GET' : 'POST')) return null
      const setup = known.get(id)
      if (setup !== undefined && action === 'cancel') return cancel(setup)
      return setup === undefined
        ? invalid(`No such setupintent: '${id}'`, 'resource_missing')
        : ok(shown(setup, query.getAll('expand[0]')))
    },
  }
}
