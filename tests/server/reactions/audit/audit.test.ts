import { expect, test } from 'vitest'
import { record } from '#server/base/core/events.ts'
import { transact } from '#server/base/core/transaction.ts'
import { newId } from '#server/base/db/values.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const [home, foreign] = [world.home.owner, world.foreign.owner]
  await transact(ctxFor(db, home), (tx) =>
    record(tx, 'session.sign-in', { id: home.userId, device: 'Firefox', ip: '127.0.0.1' }),
  )
  await transact(ctxFor(db, foreign), (tx) =>
    record(tx, 'api-token.created', {
      id: newId(),
      name: '=cmd()',
      scopes: 'clients:read',
      until: '2026-06-01',
      to: foreign,
    }),
  )
  return { db, world }
}

test("rows can't be changed or removed", async () => {
  const { db } = await setUp()
  await expect(db.updateTable('audit_log').set({ detail: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
})

test('owners see their own agency, the platform administrator everything, filtered by action', async () => {
  const { db, world } = await setUp()
  const owner = await callerAs(db, world.home.owner).audit.list({})
  expect(owner.items.map((entry) => entry.action)).toEqual(['session.sign-in'])
  const admin = callerAs(db, world.admin)
  expect((await admin.audit.list({})).items).toHaveLength(2)
  expect((await admin.audit.list({ action: 'session.' })).items).toHaveLength(1)
})

test('the export is CSV without executable formulas', async () => {
  const { db, world } = await setUp()
  const { csv } = await callerAs(db, world.admin).audit.exportCsv({})
  expect(csv).toContain('created_at,actor_name')
  expect(csv).toContain("'=cmd()")
})
