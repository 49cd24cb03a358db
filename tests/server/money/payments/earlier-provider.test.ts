import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentProvider, subscriptionProvider } from '#server/base/adapters/payments/instance-provider.ts'
import type { Db } from '#server/base/db/schema.ts'
import { testServices } from '#tests/support/caller.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'

const AT = '2026-03-01T10:00:00.000Z'
const LATER = '2026-03-20T10:00:00.000Z'

/** A database with these rows of the earlier test provider. */
const upgraded = (rows: (db: Db) => Promise<void>) => upgradedFrom('0089-agency-hosts', rows)

async function addIntent(
  db: Db,
  id: string,
  of: { status?: string; token?: string; brand?: string; keepFor?: string; clearsAt?: string } = {},
): Promise<void> {
  const {
    status = 'succeeded',
    token = 'mock_card_visa',
    brand = 'visa',
    keepFor = null,
    clearsAt = null,
  } = of
  await sql`
    insert into test_intents (id, idempotency_key, amount, currency, status, card_brand, card_last4, refunded,
      method_token, keep_for, clears_at, created_at)
    values (${id}, ${`key:${id}`}, 5000, 'EUR', ${status}, ${brand}, '4242', 0, ${token}, ${keepFor}, ${clearsAt},
      ${AT})`.execute(db)
}

test("payments of the earlier provider can be refunded if they haven't been yet", async () => {
  const db = await upgraded(async (old) => {
    await addIntent(old, 'mock_pi_a1')
    await sql`update test_intents set refunded = 2000`.execute(old)
    await sql`insert into test_refunds (id, idempotency_key, intent_id, amount, refund_id, created_at)
      values ('mock_re_a1', 'k', 'mock_pi_a1', 2000, 'ours', ${AT})`.execute(old)
  })
  const provider = paymentProvider(testServices(db))
  const order = { intentId: 'mock_pi_a1', currency: 'EUR', refundId: 'next' }
  expect(await provider.findRefund({ ...order, refundId: 'ours', idempotencyKey: 'k' })).toMatchObject({
    id: 'mock_re_a1',
    status: 'succeeded',
  })
  await expect(provider.refund({ ...order, amount: 3001, idempotencyKey: 'r1' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await provider.refund({ ...order, amount: 3000, idempotencyKey: 'r2' })).toMatchObject({
    total: 5000,
  })
})

test('pending bank confirmations and debits continue, and a saved card is charged', async () => {
  const db = await upgraded(async (old) => {
    await addIntent(old, 'mock_pi_b1', {
      status: 'requires_action',
      token: 'mock_card_3ds',
      keepFor: 'mock_cus_1',
    })
    for (const [id, status] of [
      ['mock_pi_b2', 'succeeded'],
      ['mock_pi_b3', 'failed'],
    ] as const) {
      await addIntent(old, id, { status, token: 'mock_debit', brand: 'sepa_debit', clearsAt: '2026-03-06' })
    }
    await sql`insert into test_methods (id, customer_id, token, detached_at, created_at)
      values ('mock_pm_c1', 'mock_cus_1', 'mock_card_mastercard', null, ${AT}),
        ('mock_pm_c2', 'mock_cus_1', 'mock_card_visa', ${AT}, ${AT})`.execute(old)
  })
  const now = paymentProvider(testServices(db))
  expect(await now.retrieve('mock_pi_b2')).toMatchObject({ status: 'processing' })
  await answerBank(db, { client_secret: 'pi_secret_b1' })
  expect(await now.retrieve('mock_pi_b1')).toMatchObject({
    status: 'succeeded',
    savedCard: { id: 'mock_pm_b1' },
  })
  expect((await now.listCards('mock_cus_1'))?.map(({ brand }) => brand).toSorted()).toEqual([
    'mastercard',
    'visa',
  ])
  const charge = {
    ...{ paymentId: 'p', createdAt: AT, amount: 700, currency: 'EUR', description: '', offSession: true },
    ...{ method: 'mock_pm_c1', customer: 'mock_cus_1', idempotencyKey: 'new' },
  }
  expect(await now.charge(charge)).toMatchObject({ status: 'succeeded', card: { brand: 'mastercard' } })
  const later = paymentProvider(testServices(db, { now: new Date(LATER) }))
  expect(await later.retrieve('mock_pi_b2')).toMatchObject({ status: 'succeeded' })
  expect(await later.retrieve('mock_pi_b3')).toMatchObject({ status: 'failed' })
})

test('a subscription from before there were customers continues with its credit', async () => {
  const db = await upgraded(async (old) => {
    await sql`insert into test_subscriptions (id, idempotency_key, agency_id, plan_id, price, currency,
        billing_interval, status, period_start, period_end, cancel_at_period_end, customer_id, method, balance,
        created_at)
      values ('mock_sub_a', 'k', 'a', 'plan', 2900, 'USD', 'month', 'active', '2026-02-10T10:00:00.000Z',
        '2026-03-10T10:00:00.000Z', 0, null, 'mock_card_visa', 900, ${AT})`.execute(old)
  })
  const { provider_customer_id: customer } = await db
    .selectFrom('payment_customers')
    .select('provider_customer_id')
    .where('user_id', '=', 'u')
    .executeTakeFirstOrThrow()
  const provider = subscriptionProvider(testServices(db, { now: new Date(LATER) }))
  expect(await provider.retrieve('mock_sub_a')).toMatchObject({
    status: 'active',
    customer,
    price: 2900,
    periodEnd: '2026-04-10T10:00:00.000Z',
    card: { last4: '4242' },
    bills: [{ reason: 'cycle', status: 'paid', amount: 2000 }],
  })
})
