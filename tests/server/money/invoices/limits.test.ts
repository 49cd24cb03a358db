import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/base/db/engines/connection.ts'
import { AGENCY_SORTS } from '#shared/overview/agencies.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { draftFor } from '#tests/support/money/money.ts'
import { createWorld, type TestAgency } from '#tests/support/world.ts'

test('a document above the limit is rejected by the rules and the database', async () => {
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

test('a payment above the limit is rejected by the database', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const { id } = await owner.payments.recordManual({
    client_id: world.home.client.clientId,
    description: 'By bank',
    amount: 100,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const payments = db.updateTable('payments').where('id', '=', id)
  await expect(payments.set({ amount: 10 ** 12 + 1 }).execute()).rejects.toThrow('amount beyond the limit')
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copy = { ...row, id: crypto.randomUUID(), idempotency_key: 'another', request_key: 'another' }
  await expect(
    db
      .insertInto('payments')
      .values({ ...copy, receipt_number: null, amount: 10 ** 12 + 1 })
      .execute(),
  ).rejects.toThrow('amount beyond the limit')
})

/** A ledger as it could be before amounts were limited: its totals exceed 64 bits. */
async function overflow(database: Database, { agencyId, client, owner }: TestAgency) {
  const { db, dialect } = database
  for (const trigger of ['insert', 'update']) {
    await (dialect === 'sqlite'
      ? sql`drop trigger ${sql.ref(`invoices_limit_on_${trigger}`)}`.execute(db)
      : sql`drop trigger ${sql.ref(`invoices_limit_on_${trigger}`)} on invoices`.execute(db))
  }
  const HUGE = 9_000_000_000_000_000_000
  for (const _invoice of ['first', 'second']) {
    const { id } = await callerAs(db, owner).invoices.save(draftFor(client.clientId))
    await callerAs(db, owner).invoices.send({ id })
    await db
      .updateTable('invoices')
      .set({ total: HUGE, base_total: HUGE, base_due: HUGE })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('ledger_entries')
      .values({
        id,
        agency_id: agencyId,
        direction: 'income',
        category: 'invoices',
        amount: HUGE,
        currency: 'USD',
        base_amount: HUGE,
        description: 'Gold',
        payment_id: null,
        expense_id: null,
        payout_id: null,
        client_id: client.clientId,
        project_id: null,
        occurred_at: '2026-03-01T00:00:00.000Z',
        occurred_on: '2026-03-01',
      })
      .execute()
  }
}

test("a ledger overflow doesn't break the platform's or owner's screens, and the agency can be suspended", async () => {
  const database = await createTestDatabase()
  const { db } = database
  const world = await createWorld(db)
  const { agencyId: id, client } = world.home
  await overflow(database, world.home)
  const admin = callerAs(db, world.admin)
  const owner = callerAs(db, world.home.owner)
  for (const sort of AGENCY_SORTS) expect((await admin.agencies.list({ sort })).total).toBe(2)
  expect((await admin.agencies.list({ sort: 'revenue' })).items[0]?.revenue).toBe(1.8e19)
  expect((await admin.agencies.counters()).revenue).toBe(1.8e19)
  expect((await admin.agencies.details({ id })).revenue).toBe(1.8e19)
  expect(await admin.clients.counters()).toMatchObject({ total_revenue: 1.8e19, outstanding: 1.8e19 })
  for (const caller of [admin, owner]) {
    expect((await caller.clients.list({})).items.length).toBeGreaterThan(0)
    await caller.clients.details({ id: client.clientId })
    await caller.dashboard.stats()
    await caller.finance.summary({})
    await caller.finance.transactions({})
    await caller.invoices.list({})
    await caller.payments.list({})
    await caller.payouts.totals()
  }
  await admin.packages.analytics()
  await owner.invoices.statement({ client_id: client.clientId, from: '2026-01-01', to: '2026-12-31' })
  await callerAs(db, client).dashboard.stats()
  expect(await admin.agencies.setSuspended({ id, suspended: true })).toMatchObject({ suspended: true })
})
