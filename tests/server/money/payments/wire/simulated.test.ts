import { expect, inject, onTestFinished, test } from 'vitest'
import { paymentProvider } from '#server/base/adapters/payments/instance-provider.ts'
import type { ChargeOrder } from '#server/base/adapters/payments/payment-provider.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { TEST_NOW, testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { atProvider, chargedAmounts } from '#tests/support/money/provider.ts'

/** Two processes with the same database, as before and after a restart or side by side. */
async function setUp() {
  const { url, dispose } = await copyTemplate()
  const [first, second] = [openDatabase(url), openDatabase(url)]
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close()])
    await dispose()
  })
  const provider = (db: typeof first.db) => paymentProvider(testServices(db))
  return { first: first.db, second: second.db, provider }
}

const order = (more: Partial<ChargeOrder> = {}): ChargeOrder => ({
  paymentId: 'payment',
  createdAt: TEST_NOW.toISOString(),
  amount: 5000,
  currency: 'USD',
  description: 'Design',
  method: 'mock_card_visa',
  idempotencyKey: 'key',
  ...more,
})

test('a key gets the same answer after a restart, and nothing is charged twice', async () => {
  const { first, second, provider } = await setUp()
  const charge = await provider(first).charge(order())
  expect(charge).toMatchObject({ status: 'succeeded', id: expect.stringMatching(/^mock_pi_/) })
  expect(await provider(second).charge(order())).toEqual(charge)
  // An intent that is found later knows when it was charged.
  expect(await provider(second).charge(order({ method: 'mock_card_mastercard' }))).toEqual({
    ...charge,
    at: TEST_NOW.toISOString(),
  })
  expect(await chargedAmounts(second)).toEqual([5000])
})

/** On SQLite, one process has exclusive use of the database. */
const onPostgres = test.skipIf(inject('testDatabase').dialect === 'sqlite')

onPostgres('two processes take turns and see what the other changed', async () => {
  const { first, second, provider } = await setUp()
  const keys = Array.from({ length: 12 }, (_, index) => String(index))
  const charges = await Promise.all(
    keys.map((key, index) =>
      provider(index % 2 === 0 ? first : second).charge(order({ paymentId: key, idempotencyKey: key })),
    ),
  )
  expect(new Set(charges.map(({ id }) => id)).size).toBe(12)
  expect(await chargedAmounts(first)).toHaveLength(12)
  const refund = { intentId: charges[0]?.id ?? '', amount: 3000, currency: 'USD' }
  await provider(second).refund({ ...refund, refundId: 'one', idempotencyKey: 'one' })
  await expect(
    provider(first).refund({ ...refund, refundId: 'two', idempotencyKey: 'two' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('changes made by a call before it failed are discarded', async () => {
  const { first, second } = await setUp()
  const failing = atProvider(first, ({ methods }) => {
    methods.methodFor('pm_card_visa')
    throw new Error('the process ran out of memory')
  })
  await expect(failing).rejects.toThrow('out of memory')
  for (const db of [first, second]) expect(await atProvider(db, ({ methods }) => methods.known.size)).toBe(0)
})
