import { type Answer, invalid, list, missing, type NewId, ok, refusedCard } from '../wire/answers.ts'
import type { Memory } from '../wire/memory.ts'
import { AUTHENTICATION_REQUIRED, type CardError, DECLINED, TEST_CARDS } from './test-cards.ts'

export interface StandInMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  /** The customer it is attached to. */
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: string }
  /** The test token it was created from, which determines the card's behavior. */
  token: string
  /** Its bank has authorized future payments. */
  isSetUp: boolean
}

/** The result of charging a card. */
export type Outcome = 'succeeds' | 'asks' | CardError

export type Methods = ReturnType<typeof createMethods>

/** Customers and their cards. */
export function createMethods({ memory, newId }: { memory: Memory; newId: NewId }) {
  const known = memory.collection<StandInMethod>('payment_methods')
  /** Each customer's default card. */
  const defaults = memory.collection<string>('default_cards')

  /** Customers made by earlier versions are missing, and count as existing. */
  const customers = memory.collection<{ id: string; deleted: boolean }>('customers')
  const isDeleted = (id: string): boolean => customers.get(id)?.deleted ?? false

  /** The error of a call that names a deleted customer, which can't be used any more; null for any other. */
  const refuseCustomer = (id: string | null): Answer | null =>
    isDeleted(id ?? '') ? missing('customer', id ?? '', 'customer') : null

  /** Each use of a test token creates a new card; other cards are found by id. */
  function methodFor(id: string): StandInMethod {
    const made = known.get(id)
    if (made !== undefined) return made
    const { brand, number } = TEST_CARDS[id] ?? { brand: 'visa', number: '4242' }
    const method: StandInMethod = {
      id: newId('pm'),
      object: 'payment_method',
      type: 'card',
      customer: null,
      card: { brand, last4: number.slice(-4), exp_month: 12, exp_year: 2034, funding: 'credit' },
      token: id,
      isSetUp: false,
    }
    known.set(method.id, method)
    return method
  }

  /** The card of a call; undefined for an unknown id. */
  const find = (id: string): StandInMethod | undefined =>
    known.has(id) || Object.hasOwn(TEST_CARDS, id) ? methodFor(id) : undefined

  function outcomeOf({ token, customer, isSetUp }: StandInMethod, offSession: boolean): Outcome {
    const { asks = 'never', declines = 'never', error = null } = TEST_CARDS[token] ?? {}
    if (declines === 'always' || (declines === 'after attaching' && customer !== null)) {
      return error ?? DECLINED
    }
    if (asks === 'never' || (asks === 'unless set up' && isSetUp)) return 'succeeds'
    return offSession ? AUTHENTICATION_REQUIRED : 'asks'
  }

  /** Why a card can't be saved; null if it can. Cards that are always declined are rejected here already. */
  function keepingProblem({ token }: StandInMethod): CardError | null {
    const { declines = 'never', error = null } = TEST_CARDS[token] ?? {}
    return declines === 'always' ? error : null
  }

  function attach(method: StandInMethod, customer: string | null): Answer {
    const problem = keepingProblem(method)
    if (problem !== null) return refusedCard(problem)
    if (method.customer !== null && method.customer !== customer) {
      return invalid('The payment method you provided has already been attached to a customer.')
    }
    const refused = refuseCustomer(customer)
    if (refused !== null) return refused
    method.customer = customer
    return ok(shownMethod(method))
  }

  function detach(method: StandInMethod): Answer {
    if (method.customer === null) {
      return invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    method.customer = null
    return ok(shownMethod(method))
  }

  function createCustomer(form: URLSearchParams): Answer {
    const id = newId('cus')
    customers.set(id, { id, deleted: false })
    return ok({ id, object: 'customer', email: form.get('email') })
  }

  function updateCustomer(id: string, form: URLSearchParams): Answer {
    if (isDeleted(id)) return missing('customer', id)
    const method = form.get('invoice_settings[default_payment_method]') ?? ''
    if (known.get(method)?.customer !== id) return notAttached(method)
    defaults.set(id, method)
    return ok({ id, object: 'customer', invoice_settings: { default_payment_method: method } })
  }

  function deleteCustomer(id: string): Answer {
    if (isDeleted(id)) return missing('customer', id)
    const customer = customers.get(id)
    if (customer !== undefined) customer.deleted = true
    for (const method of known.filter(({ customer }) => customer === id)) method.customer = null
    return ok({ id, object: 'customer', deleted: true })
  }

  function methodCall(verb: string, id: string, action: string | undefined, customer: string | null): Answer {
    const method = find(id)
    if (method === undefined) return invalid(`No such PaymentMethod: '${id}'`, 'resource_missing')
    if (verb === 'GET') return ok(shownMethod(method))
    return action === 'attach' ? attach(method, customer) : detach(method)
  }

  return {
    known,
    defaults,
    methodFor,
    find,
    outcomeOf,
    keepingProblem,
    deleteCustomer,
    refuseCustomer,
    /** Undefined unless it is this customer's. */
    ofCustomer(id: string, customer: string): StandInMethod | undefined {
      const method = known.get(id)
      return method?.customer === customer ? method : undefined
    },
    /** Null if the path isn't handled here. */
    handle(verb: string, address: string, body: string): Answer | null {
      const { pathname: path, searchParams: query } = new URL(address, 'http://stripe.test')
      const form = new URLSearchParams(body)
      const [, kind, id, action] =
        /^\/v1\/(payment_methods|customers)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
      if (kind === undefined) return null
      if (kind === 'payment_methods') {
        if (id !== undefined) return methodCall(verb, id, action, form.get('customer'))
        if (verb !== 'GET') return null
        const refused = refuseCustomer(query.get('customer'))
        if (refused !== null) return refused
        const found = [...known.values()].filter((method) => method.customer === query.get('customer'))
        return list(found.map(shownMethod), path)
      }
      if (id === undefined) return verb === 'POST' ? createCustomer(form) : null
      if (verb === 'GET') {
        return ok({ id, object: 'customer', ...(isDeleted(id) && { deleted: true }) })
      }
      return form.has('invoice_settings[default_payment_method]') ? updateCustomer(id, form) : null
    },
  }
}

/** The card as Stripe returns it, without the stand-in's own fields. */
export const shownMethod = ({ token: _token, isSetUp: _isSetUp, ...method }: StandInMethod) => method

export const notAttached = (id: string): Answer =>
  invalid(`The customer does not have a payment method with the ID ${id}.`, 'resource_missing')
