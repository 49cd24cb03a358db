import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { addInterval, changeBill, takeCredit } from '#shared/packages.ts'
import type { SubscriptionTerms } from '../../adapters/subscription-provider.ts'
import type { Db, Schema, Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'

export type TestSubscription = Selectable<Schema['test_subscriptions']>
export type TestBill = Selectable<Schema['test_bills']>
type NewBill = Omit<
  TestBill,
  'id' | 'subscription_id' | 'status' | 'attempt' | 'tried_on' | 'intent_id' | 'created_at'
>

export const mockId = (kind: string): string => `mock_${kind}_${randomBytes(8).toString('hex')}`
export const today = (now: Date): string => toInstant(now).slice(0, 10)

export const billOf = (subscription: TestSubscription, terms: SubscriptionTerms, at: Date) =>
  changeBill(
    {
      price: subscription.price,
      interval: subscription.billing_interval,
      start: new Date(subscription.period_start),
      end: new Date(subscription.period_end),
      balance: subscription.balance,
    },
    terms,
    at,
  )

export async function insertBill(
  trx: Trx,
  subscription: Pick<TestSubscription, 'id'>,
  now: Date,
  bill: NewBill,
): Promise<void> {
  await trx
    .insertInto('test_bills')
    .values({
      id: mockId('in'),
      idempotency_key: bill.idempotency_key,
      subscription_id: subscription.id,
      reason: bill.reason,
      status: 'open',
      amount: bill.amount,
      balance: bill.balance,
      plan_id: bill.plan_id,
      price: bill.price,
      billing_interval: bill.billing_interval,
      period_start: bill.period_start,
      period_end: bill.period_end,
      method: bill.method,
      off_session: bill.off_session,
      attempt: 1,
      tried_on: today(now),
      intent_id: null,
      created_at: toInstant(now),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
}

/** The next period begins with its bill, paid or not, as at Stripe. */
export async function renew(trx: Trx, subscription: TestSubscription, now: Date): Promise<void> {
  const start = subscription.period_end
  const end = toInstant(addInterval(new Date(start), subscription.billing_interval))
  const moved = await trx
    .updateTable('test_subscriptions')
    .set({ period_start: start, period_end: end })
    .where('id', '=', subscription.id)
    .where('status', '=', 'active')
    .where('period_end', '=', start)
    .returning('id')
    .executeTakeFirst()
  if (moved === undefined) return
  const { due, balance } = takeCredit(subscription.price, subscription.balance)
  await voidBills(trx, subscription.id)
  await insertBill(trx, subscription, now, {
    ...subscription,
    idempotency_key: `${subscription.id}:${start}`,
    reason: 'cycle',
    amount: due,
    balance,
    period_start: start,
    period_end: end,
    off_session: 1,
  })
}

/** A declined renewal is tried once a day. */
export async function tryAgain(db: Db, subscription: TestSubscription, now: Date): Promise<void> {
  await db
    .updateTable('test_bills')
    .set((eb) => ({
      attempt: eb('attempt', '+', 1),
      tried_on: today(now),
      off_session: 1,
      method: subscription.method,
      intent_id: null,
    }))
    .where('subscription_id', '=', subscription.id)
    .where('status', '=', 'open')
    .where('tried_on', '<', today(now))
    .execute()
}

export async function takeEffect(trx: Trx, bill: TestBill, method: string): Promise<void> {
  await trx
    .updateTable('test_subscriptions')
    .set({
      plan_id: bill.plan_id,
      price: bill.price,
      billing_interval: bill.billing_interval,
      period_start: bill.period_start,
      period_end: bill.period_end,
      method,
      balance: bill.balance,
      status: 'active',
    })
    .where('id', '=', bill.subscription_id)
    .where('status', '!=', 'canceled')
    .execute()
}

export const setStatus = (trx: Trx, id: string, status: TestSubscription['status']) =>
  trx
    .updateTable('test_subscriptions')
    .set({ status })
    .where('id', '=', id)
    .where('status', '!=', 'canceled')
    .execute()

export const voidBills = (trx: Trx, id: string) =>
  trx
    .updateTable('test_bills')
    .set({ status: 'void' })
    .where('subscription_id', '=', id)
    .where('status', '=', 'open')
    .execute()

export const billsOf = (db: Db, id: string) =>
  db
    .selectFrom('test_bills')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const openBills = async (db: Db, id: string) =>
  (await billsOf(db, id)).filter((bill) => bill.status === 'open')
