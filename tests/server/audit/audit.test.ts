import { expect, test } from 'vitest'
import { recordAudit } from '#server/audit/commands.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const entry = {
    action: 'session.sign-in',
    subject: { type: 'user', id: world.home.owner.userId },
    detail: 'By password',
  }
  await recordAudit(db, world.home.owner, entry)
  await recordAudit(db, world.foreign.owner, { ...entry, action: 'api-token.created', detail: '=cmd()' })
  return { db, world }
}

test('rows can be neither changed nor removed', async () => {
  const { db } = await setUp()
  await expect(db.updateTable('audit_log').set({ detail: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
})

test('an owner reads the own agency, the platform administrator everything, filtered by action', async () => {
  const { db, world } = await setUp()
  const owner = await callerAs(db, world.home.owner).audit.list({})
  expect(owner.items.map((entry) => entry.action)).toEqual(['session.sign-in'])
  const admin = callerAs(db, world.admin)
  expect((await admin.audit.list({})).items).toHaveLength(2)
  expect((await admin.audit.list({ action: 'session.' })).items).toHaveLength(1)
})

test('the export is CSV in which no cell runs as a formula', async () => {
  const { db, world } = await setUp()
  const { csv } = await callerAs(db, world.admin).audit.exportCsv({})
  expect(csv).toContain('created_at,actor_name')
  expect(csv).toContain("'=cmd()")
})
