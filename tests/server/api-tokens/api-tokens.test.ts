import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

test('a token is told once; the database keeps its hash alone', async () => {
  const { db, owner } = await setUp()
  const made = await owner.apiTokens.create({ name: 'Export script', access: 'read', expires_in_days: 30 })
  expect(made.token).toMatch(/^foyer_[\w-]{43}$/)
  const rows = JSON.stringify(await db.selectFrom('api_tokens').selectAll().execute())
  expect(rows).not.toContain(made.token)
  const [listed] = await owner.apiTokens.list()
  expect(listed).toMatchObject({
    name: 'Export script',
    hint: made.token.slice(-4),
    expires_at: '2026-04-03T10:00:00.000Z',
  })
  expect(listed).not.toHaveProperty('token')
})

test('a token needs a name and lives for a year at most', async () => {
  const { owner } = await setUp()
  await expect(owner.apiTokens.create({ name: ' ', access: 'read' })).rejects.toThrow(
    'Please enter a token name',
  )
  await expect(owner.apiTokens.create({ name: 'x', access: 'read', expires_in_days: 400 })).rejects.toThrow(
    'at most one year',
  )
})

test('nobody revokes the token of somebody else', async () => {
  const { db, world, owner } = await setUp()
  const made = await owner.apiTokens.create({ name: 'Mine', access: 'write' })
  await expect(callerAs(db, world.home.employee).apiTokens.revoke({ id: made.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await owner.apiTokens.revoke({ id: made.id })
  expect(await owner.apiTokens.list()).toEqual([])
})
