import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { draftFor } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

test('a document beyond the limit is refused, by the rules and by the database', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const draft = draftFor(world.home.client.clientId)
  const line = { description: 'Gold', quantity: 1_000_000, rate: 100_000_000_000 }
  await expect(owner.invoices.save({ ...draft, items: Array(90).fill(line) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The amount is too large.',
  })
  const { id } = await owner.invoices.save(draft)
  for (const change of [
    db
      .updateTable('invoices')
      .set({ total: 10 ** 12 + 1 })
      .where('id', '=', id),
    db
      .updateTable('invoice_items')
      .set({ amount: 10 ** 12 + 1 })
      .where('invoice_id', '=', id),
  ]) {
    await expect(change.execute()).rejects.toThrow('amount beyond the limit')
  }
  await db
    .updateTable('invoices')
    .set({ total: 10 ** 12 })
    .where('id', '=', id)
    .execute()
})

test('an agency whose books overflow can still be suspended', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { agencyId } = world.home
  const entry = {
    agency_id: agencyId,
    direction: 'income' as const,
    category: 'invoices',
    amount: 9_000_000_000_000_000,
    currency: 'USD',
    base_amount: 9_000_000_000_000_000,
    description: 'Gold',
    payment_id: null,
    expense_id: null,
    payout_id: null,
    client_id: null,
    project_id: null,
    occurred_at: '2026-03-01T00:00:00.000Z',
    occurred_on: '2026-03-01',
  }
  for (let part = 0; part < 11; part += 1) {
    const rows = Array.from({ length: 100 }, () => ({ ...entry, id: crypto.randomUUID() }))
    await db.insertInto('ledger_entries').values(rows).execute()
  }
  const admin = callerAs(db, world.admin)
  expect(await admin.agencies.setSuspended({ id: agencyId, suspended: true })).toMatchObject({
    suspended: true,
  })
})
