import { randomBytes } from 'node:crypto'
import {
  TEST_CARDS,
  TEST_DEBITS,
  TEST_METHODS,
  TEST_REDIRECTS,
  type TestCardToken,
  type TestMethodToken,
} from '#shared/payments.ts'
import type { CardKeeper, KeptCard, SetupState } from '../../adapters/payment-provider.ts'
import { AppError } from '../../core/errors.ts'
import type { Db } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'

export const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

const EXPIRY = { expMonth: 12, expYear: 2034 }

export interface TestMethod {
  brand: string
  last4: string
  outcome: (typeof TEST_CARDS)[TestCardToken]['outcome'] | (typeof TEST_METHODS)[TestMethodToken]['outcome']
  /** Its bank has agreed to further payments. */
  kept: boolean
}

/** What is known of a new card's token, or of a card kept for this customer. */
export async function findTestMethod(
  db: Db,
  { method, customer, currency }: { method: string; customer?: string | null; currency?: string },
): Promise<TestMethod> {
  const other = TEST_METHODS[method as TestMethodToken]
  if (other !== undefined) {
    const offered = other.outcome === 'redirects' ? TEST_REDIRECTS : TEST_DEBITS
    const brand = offered[currency ?? '']
    if (brand === undefined) throw new AppError('BAD_REQUEST', NOT_IN_CURRENCY)
    return { brand, last4: other.last4 ?? '', outcome: other.outcome, kept: false }
  }
  if (!method.startsWith('mock_pm_')) return { ...describeToken(method), kept: false }
  const kept = await db
    .selectFrom('test_methods')
    .select('token')
    .where('id', '=', method)
    .where('customer_id', '=', customer ?? '')
    .where('detached_at', 'is', null)
    .executeTakeFirst()
  if (kept === undefined) throw new AppError('BAD_REQUEST', `No such PaymentMethod: '${method}'`)
  return { ...describeToken(kept.token), kept: true }
}

const NOT_IN_CURRENCY = 'This way of paying is not offered in this currency. Please pay another way.'

function describeToken(token: string) {
  const card = TEST_CARDS[token as TestCardToken]
  if (card === undefined) throw new AppError('BAD_REQUEST', 'Card information is required')
  return { brand: card.brand, last4: card.number.slice(-4), outcome: card.outcome }
}

const toKept = (id: string, token: string): KeptCard => {
  const { brand, last4 } = describeToken(token)
  return { id, brand, last4, ...EXPIRY }
}

/** Keeps the card a charge or setup succeeded with; again is fine, as its id follows from that. */
export async function keepTestMethod(
  db: Db,
  source: { id: string; customer: string; token: string },
): Promise<KeptCard> {
  const id = `mock_pm_${source.id.split('_').at(-1)}`
  await db
    .insertInto('test_methods')
    .values({
      id,
      customer_id: source.customer,
      token: source.token,
      detached_at: null,
      created_at: toInstant(new Date()),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return toKept(id, source.token)
}

/** Saved cards as Stripe keeps them, in our database. */
export function createTestCards(db: Db): CardKeeper {
  const find = async (column: 'id' | 'idempotency_key', value: string): Promise<SetupState> => {
    const setup = await db
      .selectFrom('test_setups')
      .select(['id', 'customer_id', 'token', 'status', 'failure_message'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (setup === undefined) throw new AppError('NOT_FOUND', `No such setup intent: '${value}'`)
    const source = { id: setup.id, customer: setup.customer_id, token: setup.token }
    return {
      id: setup.id,
      status: setup.status,
      clientSecret: null,
      failure: setup.failure_message,
      kept: setup.status === 'succeeded' ? await keepTestMethod(db, source) : null,
    }
  }
  return {
    async setUpCard({ customer, method, idempotencyKey }) {
      const { outcome } = describeToken(method)
      const failure = SETUP_FAILURES[outcome] ?? null
      const asks = outcome === 'asks for authentication' || outcome === 'asks every time'
      await db
        .insertInto('test_setups')
        .values({
          id: `mock_seti_${randomBytes(12).toString('hex')}`,
          idempotency_key: idempotencyKey,
          customer_id: customer,
          token: method,
          status: failure !== null ? 'failed' : asks ? 'requires_action' : 'succeeded',
          failure_message: failure,
          created_at: toInstant(new Date()),
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .execute()
      return find('idempotency_key', idempotencyKey)
    },
    retrieveSetup: (id) => find('id', id),
    async answerSetup(id, approved) {
      await db
        .updateTable('test_setups')
        .set(approved ? { status: 'succeeded' } : { status: 'failed', failure_message: NOT_AUTHENTICATED })
        .where('id', '=', id)
        .where('status', '=', 'requires_action')
        .execute()
      return find('id', id)
    },
    async listCards(customer) {
      const methods = await db
        .selectFrom('test_methods')
        .select(['id', 'token'])
        .where('customer_id', '=', customer)
        .where('detached_at', 'is', null)
        .orderBy('created_at')
        .execute()
      return methods.map((method) => toKept(method.id, method.token))
    },
    // What names no card is never charged here: every renewal names its own.
    setDefaultCard: async () => {},
    async removeCard(method) {
      await db
        .updateTable('test_methods')
        .set({ detached_at: toInstant(new Date()) })
        .where('id', '=', method)
        .where('detached_at', 'is', null)
        .execute()
    },
    async removeCustomer(customer) {
      await db.deleteFrom('test_methods').where('customer_id', '=', customer).execute()
    },
  }
}

const SETUP_FAILURES: Partial<Record<TestMethod['outcome'], string>> = {
  declined: 'Your card was declined.',
  'insufficient funds': 'Your card has insufficient funds.',
  expired: 'Your card has expired.',
}
