import { addInterval } from '#shared/packages.ts'
import type { IntentState } from '../../adapters/payment-provider.ts'
import type { SubscriptionProvider, SubscriptionState } from '../../adapters/subscription-provider.ts'
import type { Services } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { systemContext } from '../../core/reach.ts'
import { transact } from '../../core/transaction.ts'
import type { Db } from '../../db/schema.ts'
import { addDays, fromFlag, toFlag, toInstant } from '../../db/values.ts'
import { createTestProvider } from './charge.ts'
import {
  billOf,
  billsOf,
  insertBill,
  mockId,
  openBills,
  renew,
  setStatus,
  type TestBill,
  type TestSubscription,
  takeEffect,
  today,
  tryAgain,
  voidBills,
} from './issue-bills.ts'
import { findTestMethod } from './remember-cards.ts'

const RETRY_DAYS = 14
const BATCH = 100

/**
 * Keeps subscriptions as Stripe does, charges nobody, and remembers them in our database. A bill is charged
 * by an intent whose key names bill and attempt, so that every step may be interrupted and repeated.
 */
export function createTestSubscriptions(services: Services): SubscriptionProvider {
  const ctx = systemContext({ services }, 'provider', 'The test provider')
  const { db } = ctx
  const intents = createTestProvider(services)

  const find = (from: Db, id: string) =>
    from.selectFrom('test_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

  async function need(from: Db, id: string): Promise<TestSubscription> {
    const subscription = await find(from, id)
    if (subscription === undefined) throw new AppError('NOT_FOUND', `No such subscription: '${id}'`)
    return subscription
  }

  /** A subscription from before there were customers belongs to the first one that pays for it. */
  async function requireMethod(order: {
    id: string
    customer: string | null
    method: string
  }): Promise<void> {
    await db
      .updateTable('test_subscriptions')
      .set({ customer_id: order.customer })
      .where('id', '=', order.id)
      .where('customer_id', 'is', null)
      .execute()
    await findTestMethod(db, { method: order.method, customer: (await need(db, order.id)).customer_id })
  }

  /** Charges what is open and lets paid bills take effect; already charged ones are only looked up. */
  async function collect(id: string, now: Date): Promise<void> {
    const subscription = await find(db, id)
    if (subscription === undefined) return
    for (const bill of await openBills(db, id)) {
      const intent = bill.amount === 0 ? null : await charge(subscription, bill)
      const paid = bill.amount === 0 || intent?.status === 'succeeded'
      await transact(ctx, async ({ db: trx }) => {
        const moved = await trx
          .updateTable('test_bills')
          .set({ intent_id: intent?.id ?? null, ...(paid && { status: 'paid' as const }) })
          .where('id', '=', bill.id)
          .where('status', '=', 'open')
          .where('attempt', '=', bill.attempt)
          .returning('id')
          .executeTakeFirst()
        if (moved === undefined) return
        if (paid) await takeEffect(trx, bill, intent?.kept?.id ?? bill.method)
        else if (bill.reason === 'cycle') await setStatus(trx, id, 'past_due')
      })
    }
    if (subscription.status === 'past_due') await giveUp(subscription, now)
  }

  /** Null where the card is not there any more. */
  async function charge(subscription: TestSubscription, bill: TestBill): Promise<IntentState | null> {
    const offSession = fromFlag(bill.off_session)
    const order = {
      paymentId: bill.id,
      createdAt: bill.created_at,
      amount: bill.amount,
      currency: subscription.currency,
      description: 'Subscription',
      method: bill.method,
      customer: subscription.customer_id,
      idempotencyKey: `${bill.id}:${bill.attempt}`,
      offSession,
      saveCard: !offSession && subscription.customer_id !== null,
    }
    return intents.charge(order).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
  }

  /** A subscription nobody paid for in two weeks ends, its bill with it. */
  async function giveUp({ id }: TestSubscription, now: Date): Promise<void> {
    const [bill] = await openBills(db, id)
    if (bill === undefined || addDays(new Date(bill.created_at), RETRY_DAYS) >= now) return
    await end(id)
  }

  const end = (id: string) =>
    transact(ctx, async ({ db: trx }) => {
      await voidBills(trx, id)
      await setStatus(trx, id, 'canceled')
    })

  return {
    name: 'test',
    async create(order) {
      await findTestMethod(db, { method: order.method, customer: order.customer })
      const { terms, now } = order
      const start = toInstant(now)
      const id = await transact(ctx, async ({ db: trx }) => {
        const known = await trx
          .selectFrom('test_subscriptions')
          .select('id')
          .where('idempotency_key', '=', order.idempotencyKey)
          .executeTakeFirst()
        if (known !== undefined) return known.id
        const subscription = {
          id: mockId('sub'),
          idempotency_key: order.idempotencyKey,
          agency_id: order.agencyId,
          plan_id: terms.planId,
          price: terms.price,
          currency: terms.currency,
          billing_interval: terms.interval,
          status: 'incomplete' as const,
          period_start: start,
          period_end: toInstant(addInterval(now, terms.interval)),
          cancel_at_period_end: 0,
          customer_id: order.customer,
          method: order.method,
          balance: 0,
          created_at: start,
        }
        await trx.insertInto('test_subscriptions').values(subscription).execute()
        await insertBill(trx, subscription, now, {
          ...subscription,
          reason: 'create',
          amount: terms.price,
          off_session: toFlag(order.offSession ?? false),
        })
        return subscription.id
      })
      await collect(id, now)
      return { id }
    },
    async preview({ id, terms, prorationDate }) {
      const subscription = await need(db, id)
      const { lines, due, balance, end: periodEnd } = billOf(subscription, terms, prorationDate)
      return { lines, due, balance, periodEnd: toInstant(periodEnd) }
    },
    async change(order) {
      await requireMethod(order)
      await transact(ctx, async ({ db: trx }) => {
        const known = await trx
          .selectFrom('test_bills')
          .select('id')
          .where('idempotency_key', '=', order.idempotencyKey)
          .executeTakeFirst()
        if (known !== undefined) return
        const subscription = await need(trx, order.id)
        if (subscription.status !== 'active') {
          throw new AppError('CONFLICT', 'This subscription cannot be changed now.')
        }
        const { due, balance, start, end: periodEnd } = billOf(subscription, order.terms, order.prorationDate)
        await voidBills(trx, order.id)
        await insertBill(trx, subscription, order.now, {
          idempotency_key: order.idempotencyKey,
          reason: 'change',
          amount: due,
          balance,
          plan_id: order.terms.planId,
          price: order.terms.price,
          billing_interval: order.terms.interval,
          period_start: toInstant(start),
          period_end: toInstant(periodEnd),
          method: order.method,
          off_session: 0,
        })
      })
      await collect(order.id, order.now)
      return { id: order.id }
    },
    async setTerms(id, terms) {
      await db
        .updateTable('test_subscriptions')
        .set({ plan_id: terms.planId, price: terms.price, billing_interval: terms.interval })
        .where('id', '=', id)
        .execute()
    },
    async cancel(id, when) {
      if (when === 'now') {
        await end(id)
        return
      }
      await db
        .updateTable('test_subscriptions')
        .set({ cancel_at_period_end: toFlag(when === 'period_end') })
        .where('id', '=', id)
        .where('status', '!=', 'canceled')
        .execute()
    },
    async pay({ id, customer, method, idempotencyKey, now }) {
      await requireMethod({ id, customer, method })
      await db
        .updateTable('test_bills')
        .set((eb) => ({
          method,
          idempotency_key: idempotencyKey,
          attempt: eb('attempt', '+', 1),
          tried_on: today(now),
          off_session: 0,
          intent_id: null,
        }))
        .where('subscription_id', '=', id)
        .where('status', '=', 'open')
        .where('idempotency_key', '!=', idempotencyKey)
        .execute()
      await collect(id, now)
      return { id }
    },
    async withdraw(id) {
      await transact(ctx, async ({ db: trx }) => {
        await voidBills(trx, id)
        await trx
          .updateTable('test_subscriptions')
          .set({ status: 'canceled' })
          .where('id', '=', id)
          .where('status', '=', 'incomplete')
          .execute()
      })
    },
    async keepMethod(id, method) {
      await db.updateTable('test_subscriptions').set({ method }).where('id', '=', id).execute()
    },
    async retrieve(id, now) {
      await collect(id, now)
      const subscription = await find(db, id)
      return subscription === undefined ? null : toState(db, subscription)
    },
    async find({ agencyId }) {
      const rows = await db
        .selectFrom('test_subscriptions')
        .select('id')
        .where('agency_id', '=', agencyId)
        .where('status', '!=', 'canceled')
        .execute()
      return rows.map((row) => row.id)
    },
    async tick(now) {
      const due = await db
        .selectFrom('test_subscriptions')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb.and([eb('status', '=', 'active'), eb('period_end', '<=', toInstant(now))]),
            eb('status', '=', 'past_due'),
          ]),
        )
        .orderBy('period_end')
        .limit(BATCH)
        .execute()
      for (const subscription of due) {
        if (subscription.status === 'past_due') await tryAgain(db, subscription, now)
        else if (fromFlag(subscription.cancel_at_period_end)) await end(subscription.id)
        else await transact(ctx, ({ db: trx }) => renew(trx, subscription, now))
        await collect(subscription.id, now)
      }
      return due.map((subscription) => subscription.id)
    },
  }
}

async function toState(db: Db, subscription: TestSubscription): Promise<SubscriptionState> {
  const { method, customer_id: customer, currency } = subscription
  const bills = await billsOf(db, subscription.id)
  const card = await findTestMethod(db, { method, customer }).catch(() => null)
  return {
    id: subscription.id,
    agencyId: subscription.agency_id,
    planId: subscription.plan_id,
    price: subscription.price,
    currency,
    interval: subscription.billing_interval,
    status: subscription.status,
    periodStart: subscription.period_start,
    periodEnd: subscription.period_end,
    cancelAtPeriodEnd: fromFlag(subscription.cancel_at_period_end),
    customer,
    method,
    card: card === null ? null : { brand: card.brand, last4: card.last4 },
    bills: bills
      .filter((bill) => bill.amount > 0)
      .map((bill) => ({
        id: bill.id,
        reason: bill.reason,
        status: bill.status,
        amount: bill.amount,
        currency,
        intentId: bill.intent_id,
        createdAt: bill.created_at,
      })),
  }
}
