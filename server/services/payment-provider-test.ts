import { randomBytes } from 'node:crypto'
import { TEST_CARDS, type TestCardToken } from '#shared/payments.ts'
import type { Db } from '../db/schema.ts'
import { toInstant } from '../db/values.ts'
import { AppError } from '../errors.ts'
import type { ChargeOrder, IntentState, PaymentProvider } from './payment-provider.ts'

const OUTCOMES = {
  succeeds: { status: 'succeeded', failure: null },
  declined: { status: 'failed', failure: 'Your card was declined.' },
  'insufficient funds': { status: 'failed', failure: 'Your card has insufficient funds.' },
  'asks for authentication': { status: 'requires_action', failure: null },
} as const

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** Behaves as Stripe does for its usual test cards, charges nobody, and remembers its intents in our database. */
export function createTestProvider(db: Db): PaymentProvider {
  const find = async (column: 'id' | 'idempotency_key', value: string): Promise<IntentState | null> => {
    const row = await db
      .selectFrom('test_intents')
      .select(['id', 'status', 'failure_message', 'card_brand', 'card_last4', 'refunded'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      id: row.id,
      status: row.status,
      clientSecret: null,
      failure: row.failure_message,
      card: { brand: row.card_brand, last4: row.card_last4 },
      refunded: row.refunded,
    }
  }
  const retrieve = async (intentId: string): Promise<IntentState> => {
    const intent = await find('id', intentId)
    if (intent === null) throw new AppError('NOT_FOUND', `No such payment intent: '${intentId}'`)
    return intent
  }
  /** Only a charge that still waits for its authentication moves. */
  const answer = async (intentId: string, approved: boolean): Promise<IntentState> => {
    await db
      .updateTable('test_intents')
      .set(
        approved
          ? { status: 'succeeded', failure_message: null }
          : { status: 'failed', failure_message: NOT_AUTHENTICATED },
      )
      .where('id', '=', intentId)
      .where('status', '=', 'requires_action')
      .execute()
    return retrieve(intentId)
  }
  return {
    name: 'test',
    createCustomer: async () => `mock_cus_${randomBytes(8).toString('hex')}`,
    async charge(order: ChargeOrder): Promise<IntentState> {
      const card = TEST_CARDS[order.method as TestCardToken]
      if (card === undefined) throw new AppError('BAD_REQUEST', 'Card information is required')
      const outcome = OUTCOMES[card.outcome]
      const stored = order.offSession && outcome.status === 'requires_action'
      await db
        .insertInto('test_intents')
        .values({
          id: `mock_pi_${randomBytes(12).toString('hex')}`,
          idempotency_key: order.idempotencyKey,
          amount: order.amount,
          currency: order.currency,
          status: stored ? 'failed' : outcome.status,
          failure_message: stored ? NOT_AUTHENTICATED : outcome.failure,
          card_brand: card.brand,
          card_last4: card.number.slice(-4),
          refunded: 0,
          created_at: toInstant(new Date()),
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .execute()
      const intent = await find('idempotency_key', order.idempotencyKey)
      if (intent === null) throw new Error('The test provider lost an intent')
      return intent
    },
    async keepCard({ method }) {
      const card = TEST_CARDS[method as TestCardToken]
      if (card === undefined) throw new AppError('BAD_REQUEST', 'Card information is required')
      const outcome = OUTCOMES[card.outcome]
      if (outcome.failure !== null) throw new AppError('BAD_REQUEST', outcome.failure)
      if (outcome.status === 'requires_action') return null
      return { brand: card.brand, last4: card.number.slice(-4) }
    },
    retrieve,
    find: ({ idempotencyKey }) => find('idempotency_key', idempotencyKey),
    cancel: (intentId) => answer(intentId, false),
    answerChallenge: answer,
    async refund({ intentId, amount }): Promise<void> {
      await db
        .updateTable('test_intents')
        .set({ refunded: amount })
        .where('id', '=', intentId)
        .where('status', '=', 'succeeded')
        .execute()
    },
  }
}
