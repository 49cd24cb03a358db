import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { bringOver } from '#migrations/0011-cards-refunds.ts'
import { bringOver as bringRefundsOver } from '#migrations/0160-refunds-and-late-fees.ts'
import { bringOver as recountPayments } from '#migrations/0194-client-payments.ts'
import { bringOver as bringReversalsOver } from '#migrations/0203-reversed-payments.ts'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

/** Changes rows to what they were before cards and refunds had their own tables. */
async function forget(db: Db): Promise<void> {
  await db.updateTable('payments').set({ refunded: 0, refunds_reported: 0 }).execute()
  await db.deleteFrom('payment_refunds').execute()
  await db.deleteFrom('card_setups').execute()
  await db.deleteFrom('saved_cards').execute()
  await db.deleteFrom('payment_customers').execute()
}

test("payments refunded before the upgrade keep their refund and aren't refunded again", async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  const { payment_id: id } = await client.payments.quickPay(card())
  await client.payments.quickPay(card())
  await owner.payments.refund({ id, ...refundForm() })
  await forget(db)
  await bringOver(db as unknown as Kysely<unknown>)
  expect(
    (await owner.payments.list({})).items.map((item) => [item.status, item.refunded]).toSorted(),
  ).toEqual([
    ['refunded', 10_000],
    ['succeeded', 0],
  ])
  const refunds = await db.selectFrom('payment_refunds').select(['payment_id', 'amount', 'status']).execute()
  expect(refunds).toEqual([{ payment_id: id, amount: 10_000, status: 'succeeded' }])
  await expect(owner.payments.refund({ id, ...refundForm(1) })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test("the day of a client's last payment is recounted without credit that was granted", async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { clientId: client_id } = world.home.client
  const deposit = { client_id, amount: 50_00, method: 'bank', paid_on: '2026-02-20' } as const
  await owner.payments.recordManual({ ...deposit, request_id: crypto.randomUUID() })
  await owner.invoices.adjustCredit({ client_id, currency: 'USD', amount: 10_00, reason: 'Goodwill' })
  await db.updateTable('client_tallies').set({ last_payment_on: '2026-03-04' }).execute()
  await recountPayments(db as unknown as Kysely<unknown>)
  const days = await db
    .selectFrom('client_tallies')
    .select('last_payment_on')
    .where('client_id', '=', client_id)
    .execute()
  expect(days).toEqual([{ last_payment_on: '2026-02-20' }])
})

test('payments reversed before the upgrade are called reversed, others refunded', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { clientId: client_id } = world.home.client
  const record = (paid_on: string) =>
    owner.payments.recordManual({
      ...{ client_id, amount: 50_00, method: 'bank', paid_on, request_id: crypto.randomUUID() },
    })
  const [refunded, reversed] = [await record('2026-02-20'), await record('2026-02-21')]
  await owner.payments.refund({ id: refunded.id, ...refundForm() })
  await owner.payments.reverse({ id: reversed.id })
  await db.updateTable('payments').set({ reversed: 0 }).execute()
  await db.updateTable('payment_refunds').set({ reverses: 0 }).execute()
  await bringReversalsOver(db as unknown as Kysely<unknown>)
  const payments = (await owner.payments.list({})).items
  expect(payments.map((payment) => [payment.id, payment.status, payment.reversed]).toSorted()).toEqual(
    [
      [refunded.id, 'refunded', 0],
      [reversed.id, 'reversed', 50_00],
    ].toSorted(),
  )
  const { last_payment_on } = await db
    .selectFrom('client_tallies')
    .select('last_payment_on')
    .where('client_id', '=', client_id)
    .executeTakeFirstOrThrow()
  expect(last_payment_on).toBe('2026-02-20')
})

test("a plan's renewal card at Stripe becomes its owner's saved card", async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const [plan] = await owner.packages.plans()
  await owner.packages.subscribe({ plan_id: plan?.id ?? '', ...card() })
  await db
    .updateTable('agency_subscriptions')
    .set({ provider: 'stripe', provider_customer_id: 'cus_1', provider_method_id: 'pm_1' })
    .execute()
  await forget(db)
  await bringOver(db as unknown as Kysely<unknown>)
  const rows = await db
    .selectFrom('saved_cards')
    .select(['user_id', 'provider', 'provider_method_id', 'last4', 'is_default', 'exp_year'])
    .execute()
  expect(rows).toEqual([
    {
      user_id: world.home.owner.userId,
      provider: 'stripe',
      provider_method_id: 'pm_1',
      last4: '4242',
      is_default: 1,
      exp_year: null,
    },
  ])
})

test('a credit note not issued for a refund before the upgrade is not issued for a later one', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  const { id } = await owner.payments.recordManual({
    invoice_id: invoiceId,
    amount: 400_000,
    keep_surplus: true,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  await owner.payments.refund({ id, ...refundForm(40_000), credit: true })
  await db.updateTable('payment_refunds').set({ credits: 1 }).execute()
  await bringRefundsOver(db as unknown as Kysely<unknown>)
  await owner.payments.refund({ id, ...refundForm(30_000) })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
    amount_credited: 0,
    amount_due: 30_000,
  })
})

test('invoices that refunds without a credit note reopened before the upgrade are still not collected', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const pay = async (credit: boolean) => {
    const invoice_id = await sendInvoiceTo(owner, world.home.client.clientId)
    const form = { amount: 100_000, method: 'bank', request_id: crypto.randomUUID() } as const
    const { id } = await owner.payments.recordManual({ invoice_id, ...form })
    await owner.payments.refund({ id, ...refundForm(20_000), credit })
    return invoice_id
  }
  const [plain, credited] = [await pay(false), await pay(true)]
  await db.updateTable('invoices').set({ reopened: 0 }).execute()
  await bringRefundsOver(db as unknown as Kysely<unknown>)
  expect((await owner.invoices.get({ id: plain })).reopened).toBe(20_000)
  expect((await owner.invoices.get({ id: credited })).reopened).toBe(0)
})
