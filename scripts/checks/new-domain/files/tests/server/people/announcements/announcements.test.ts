import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const listed = async (person: SeedPerson) =>
    (await callerAs(db, person).announcements.list()).map(({ text, read, readers }) => ({
      text,
      read,
      readers: readers.map(({ name }) => name),
    }))
  return { db, world, listed, owner: callerAs(db, world.home.owner), client: callerAs(db, world.home.client) }
}

test('every client of the agency sees an announcement, and nobody else but the owner', async () => {
  const { world, listed, owner } = await setUp()
  await owner.announcements.save({ text: ' We are closed on Friday. ' })
  const seen = { text: 'We are closed on Friday.', read: false, readers: [] }
  expect(await listed(world.home.owner)).toEqual([seen])
  expect(await listed(world.home.client)).toEqual([seen])
  for (const person of [world.home.employee, world.foreign.owner, world.foreign.client]) {
    expect(await listed(person)).toEqual([])
  }
})

test('the owner sees who has read it, a client only their own receipt', async () => {
  const { world, listed, owner, client } = await setUp()
  const { id } = await owner.announcements.save({ text: 'Hello' })
  await client.announcements.markRead({ id })
  await client.announcements.markRead({ id })
  expect(await listed(world.home.owner)).toEqual([{ text: 'Hello', read: false, readers: ['Home Client'] }])
  expect(await listed(world.home.client)).toEqual([{ text: 'Hello', read: true, readers: ['Home Client'] }])
})

test('a change keeps the receipts and is refused for an outdated version', async () => {
  const { world, listed, owner, client } = await setUp()
  const { id, version } = await owner.announcements.save({ text: 'Hello' })
  await client.announcements.markRead({ id })
  await owner.announcements.save({ id, version, text: 'Hello again' })
  expect(await listed(world.home.client)).toEqual([
    { text: 'Hello again', read: true, readers: ['Home Client'] },
  ])
  await expect(owner.announcements.save({ id, version, text: 'Hi' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a deleted announcement is gone for everyone', async () => {
  const { db, listed, world, owner, client } = await setUp()
  const { id } = await owner.announcements.save({ text: 'Hello' })
  await client.announcements.markRead({ id })
  await owner.announcements.delete({ id })
  expect(await listed(world.home.client)).toEqual([])
  expect(await db.selectFrom('announcement_reads').selectAll().execute()).toEqual([])
  await expect(client.announcements.markRead({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
