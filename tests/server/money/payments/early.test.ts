import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  // Issued on March 4, 2026.
  const invoice_id = await sendInvoiceTo(owner, home.client.clientId)
  const record = (paid_on: string, more: object = {}) =>
    owner.payments.recordManual({
      invoice_id,
      amount: 1000,
      method: 'bank',
      paid_on,
      request_id: crypto.randomUUID(),
      ...more,
    })
  return { owner, record }
}

const EARLY =
  'Mar 04, 2020 is more than a year before INV-1001 of Mar 04, 2026. Check the year, or confirm the day.'

test('a payment dated years before its invoice requires a confirmation', async () => {
  const { record } = await setUp()
  await expect(record('2020-03-04')).rejects.toMatchObject({ code: 'CONFLICT', message: EARLY })
  await expect(record('2025-03-02')).rejects.toThrow('more than a year before')
  expect((await record('2025-03-03')).status).toBe('succeeded')
  expect((await record('2020-03-04', { confirm_day: true })).status).toBe('succeeded')
})

test('an announced payment dated years before its invoice requires one too', async () => {
  const { owner, record } = await setUp()
  const { id } = await record('2020-03-04', { received: false })
  const settle = (more: object) =>
    owner.payments.settleManual({ id, received: true, paid_on: '2020-03-04', ...more })
  await expect(settle({})).rejects.toThrow(EARLY)
  expect((await settle({ confirm_day: true })).status).toBe('succeeded')
})
