import { randomBytes } from 'node:crypto'
import { TEST_METHODS } from '#shared/payments.ts'
import type {
  ChargeOrder,
  IntentState,
  PaymentProvider,
  RefundState,
} from '../../adapters/payment-provider.ts'
import { requireChargeable } from '../../adapters/payment-provider-stripe-amounts.ts'
import type { Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { systemContext } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import { addMinutes, toInstant } from '../../db/values.ts'
import {
  createTestCards,
  findTestMethod,
  keepTestMethod,
  NOT_AUTHENTICATED,
  type TestMethod,
} from './remember-cards.ts'

const OUTCOMES = {
  succeeds: { status: 'succeeded', failure: null },
  declined: { status: 'failed', failure: 'Your card was declined.' },
  expired: { status: 'failed', failure: 'Your card has expired.' },
  'declined once saved': { status: 'failed', failure: 'Your card was declined.' },
  'insufficient funds': { status: 'failed', failure: 'Your card has insufficient funds.' },
  'asks for authentication': { status: 'requires_action', failure: null },
  'asks every time': { status: 'requires_action', failure: null },
  redirects: { status: 'requires_action', failure: null },
  // What becomes of a debit is known to nobody before it clears.
  clears: { status: 'succeeded', failure: null },
  bounces: { status: 'failed', failure: 'The bank returned the debit: insufficient funds.' },
} as const

/** Stripe's words for what the failures above say. */
const DECLINES: Readonly<Record<string, string>> = {
  'Your card has insufficient funds.': 'insufficient_funds',
  'Your card has expired.': 'expired_card',
  [NOT_AUTHENTICATED]: 'authentication_required',
}
/** How long the test provider's debits take; a button lets them be answered at once. */
const CLEARING_DAYS = 3

type TestOutcome = { status: (typeof OUTCOMES)[TestMethod['outcome']]['status']; failure: string | null }

/** A kept card was authenticated before; without anybody there, one that asks is refused. */
function outcomeOf(method: TestMethod, offSession = false): TestOutcome {
  if (method.kept && method.outcome === 'asks for authentication') return OUTCOMES.succeeds
  const outcome = OUTCOMES[method.outcome]
  const asksNobody = offSession && outcome.status === 'requires_action'
  return asksNobody ? { status: 'failed' as const, failure: NOT_AUTHENTICATED } : outcome
}

const isDebit = ({ outcome }: TestMethod): boolean => outcome === 'clears' || outcome === 'bounces'

/** Behaves as Stripe does for its usual test cards, charges nobody, and remembers its intents in our database. */
export function createTestProvider(services: Services): PaymentProvider {
  const ctx = systemContext({ services }, 'provider', 'The test provider')
  const { db } = ctx
  const find = async (column: 'id' | 'idempotency_key', value: string): Promise<IntentState | null> => {
    const row = await db
      .selectFrom('test_intents')
      .select(['id', 'status', 'failure_message', 'card_brand', 'card_last4', 'refunded'])
      .select(['method_token', 'keep_for', 'amount', 'currency', 'clears_at'])
      .where(column, '=', value)
      .executeTakeFirst()
    if (row === undefined) return null
    const { id, method_token: token, keep_for: customer } = row
    const clears = row.clears_at !== null && row.clears_at > toInstant(services.clock())
    const keeps = row.status === 'succeeded' && !clears && token !== null && customer !== null
    return {
      id: row.id,
      status: clears ? 'processing' : row.status,
      clientSecret: null,
      asksAtBank: token !== null && token in TEST_METHODS,
      failure: clears ? null : row.failure_message,
      decline:
        clears || row.failure_message === null ? null : (DECLINES[row.failure_message] ?? 'card_declined'),
      card: { brand: row.card_brand, last4: row.card_last4 },
      kept: keeps ? await keepTestMethod(db, { id, customer, token }) : null,
      refunded: row.refunded,
      charged: { amount: row.amount, currency: row.currency },
    }
  }
  const retrieve = async (intentId: string): Promise<IntentState> => {
    const intent = await find('id', intentId)
    if (intent === null) throw new AppError('NOT_FOUND', `No such payment intent: '${intentId}'`)
    return intent
  }
  /** Only a charge that still waits for its authentication moves; a debit that is being processed clears. */
  const answer = async (intentId: string, approved: boolean): Promise<IntentState> => {
    await db
      .updateTable('test_intents')
      .set({ clears_at: toInstant(services.clock()) })
      .where('id', '=', intentId)
      .where('clears_at', '>', toInstant(services.clock()))
      .execute()
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
    ...createTestCards(db),
    // As strict as Stripe, so that what works here works there.
    requireChargeable,
    createCustomer: async () => `mock_cus_${randomBytes(8).toString('hex')}`,
    async charge(order: ChargeOrder): Promise<IntentState> {
      const method = await findTestMethod(db, order)
      const { status, failure } = outcomeOf(method, order.offSession)
      await db
        .insertInto('test_intents')
        .values({
          id: `mock_pi_${randomBytes(12).toString('hex')}`,
          idempotency_key: order.idempotencyKey,
          amount: order.amount,
          currency: order.currency,
          status,
          failure_message: failure,
          card_brand: method.brand,
          card_last4: method.last4,
          refunded: 0,
          method_token: order.method,
          clears_at: isDebit(method)
            ? toInstant(addMinutes(services.clock(), CLEARING_DAYS * 24 * 60))
            : null,
          keep_for:
            order.saveCard && !method.kept && !(order.method in TEST_METHODS)
              ? (order.customer ?? null)
              : null,
          created_at: toInstant(new Date()),
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .execute()
      const intent = await find('idempotency_key', order.idempotencyKey)
      if (intent === null) throw new Error('The test provider lost an intent')
      return intent
    },
    async keepCard({ method }) {
      const card = await findTestMethod(db, { method })
      const outcome = OUTCOMES[card.outcome]
      if (outcome.failure !== null) throw new AppError('BAD_REQUEST', outcome.failure)
      if (outcome.status === 'requires_action') return null
      return { brand: card.brand, last4: card.last4 }
    },
    retrieve,
    find: ({ idempotencyKey }) => find('idempotency_key', idempotencyKey),
    // As at Stripe, a debit that is being processed can't be called back.
    cancel: async (intentId) => {
      const intent = await retrieve(intentId)
      return intent.status === 'processing' ? intent : answer(intentId, false)
    },
    answerChallenge: answer,
    refund({ intentId, amount, refundId, idempotencyKey }) {
      return transact(ctx, async ({ db: trx }) => {
        // The charge's row first: the same refund asked for twice at once waits here for its answer.
        await trx
          .updateTable('test_intents')
          .set((eb) => ({ refunded: eb.ref('refunded') }))
          .where('id', '=', intentId)
          .execute()
        const known = await trx
          .selectFrom('test_refunds')
          .select('id')
          .where('idempotency_key', '=', idempotencyKey)
          .executeTakeFirst()
        if (known !== undefined) return succeededRefund(known.id)
        const charged = await trx
          .updateTable('test_intents')
          .set((eb) => ({ refunded: eb('refunded', '+', amount) }))
          .where('id', '=', intentId)
          .where('status', '=', 'succeeded')
          .where((eb) => eb(eb('refunded', '+', amount), '<=', eb.ref('amount')))
          .returning('id')
          .executeTakeFirst()
        if (charged === undefined) throw new AppError('CONFLICT', TOO_MUCH)
        const id = `mock_re_${randomBytes(12).toString('hex')}`
        await trx
          .insertInto('test_refunds')
          .values({
            id,
            idempotency_key: idempotencyKey,
            intent_id: intentId,
            amount,
            refund_id: refundId,
            created_at: toInstant(new Date()),
          })
          .execute()
        return succeededRefund(id)
      })
    },
    async findRefund({ refundId }) {
      const row = await db
        .selectFrom('test_refunds')
        .select('id')
        .where('refund_id', '=', refundId)
        .executeTakeFirst()
      return row === undefined ? null : succeededRefund(row.id)
    },
  }
}

const TOO_MUCH = 'Refund amount is greater than what is left of the charge.'

const succeededRefund = (id: string): RefundState => ({ id, status: 'succeeded', failure: null })
