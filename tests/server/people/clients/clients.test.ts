import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

test('empty phone, company and address are saved as null', async () => {
  const { owner } = await setUp()
  const saved = await owner.clients.save({
    name: ' Jo ',
    email: 'JO@Example.test',
    phone: '',
    company: ' ',
    address: '',
  })
  expect(saved).toMatchObject({
    name: 'Jo',
    email: 'jo@example.test',
    phone: null,
    company: null,
    address: null,
  })
})

test('saving with an id updates the client instead of adding one', async () => {
  const { owner, world } = await setUp()
  const id = world.home.client.clientId
  await owner.clients.save({ id, version: 1, name: 'Renamed', email: 'renamed@example.test' })
  const { items } = await owner.clients.list({})
  expect(items.map((client) => client.name)).toEqual(['Renamed'])
})

test('the second of two editors gets a conflict', async () => {
  const { owner, world } = await setUp()
  const id = world.home.client.clientId
  await owner.clients.save({ id, version: 1, name: 'First', email: 'a@example.test' })
  await expect(
    owner.clients.save({ id, version: 1, name: 'Second', email: 'a@example.test' }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { fields: { name: 'First' } } },
  })
})

test('clients are found by name, email or company, case-insensitively', async () => {
  const { owner } = await setUp()
  await owner.clients.save({ name: 'Priya Nair', email: 'priya@lumen.test', company: null })
  for (const search of ['PRIYA', 'lumen.t']) {
    const { items } = await owner.clients.list({ search })
    expect(items.map((client) => client.name)).toEqual(['Priya Nair'])
  }
  expect((await owner.clients.list({ search: '%' })).items).toEqual([])
})

test('the list is paged newest first without gaps or repeats', async () => {
  const { owner } = await setUp()
  for (let index = 0; index < 5; index++)
    await owner.clients.save({ name: `Client ${index}`, email: `c${index}@example.test` })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof owner.clients.list>> = await owner.clients.list({
      limit: 2,
      cursor,
    })
    seen.push(...page.items.map((client) => client.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(new Set(seen).size).toBe(6)
  expect(seen).toHaveLength(6)
})

test("the platform administrator reads all agencies but can't add a client", async () => {
  const { db, world } = await setUp()
  const admin = callerAs(db, world.admin)
  expect((await admin.clients.list({})).items).toHaveLength(2)
  await expect(admin.clients.save({ name: 'X', email: 'x@example.test' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Agency information is required',
  })
})
