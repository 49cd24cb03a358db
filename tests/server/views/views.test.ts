import { expect, test } from 'vitest'
import { MAX_VIEWS, readViewState, VIEW_STATES, VIEWED_LISTS } from '#shared/views.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), employee: callerAs(db, world.home.employee) }
}

test('a view keeps the filters, the order and the layout of its list, and is renamed, changed and deleted', async () => {
  const { owner } = await setUp()
  const state = { status: 'review', sort: 'due', desc: true, view: 'list', grouped: true } as const
  const saved = await owner.views.save({ list: 'tasks', name: ' Waiting ', state })
  expect(saved).toMatchObject({ list: 'tasks', name: 'Waiting', state, version: 1 })
  expect(await owner.views.list({ list: 'tasks' })).toEqual([saved])
  expect(await owner.views.list({ list: 'clients' })).toEqual([])

  const { id } = saved
  const renamed = await owner.views.save({ id, version: 1, list: 'tasks', name: 'In review', state })
  expect(renamed).toMatchObject({ name: 'In review', version: 2 })
  const stale = owner.views.save({ id, version: 1, list: 'tasks', name: 'Late', state: {} })
  await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' })
  const changed = await owner.views.save({ id, version: 2, list: 'tasks', name: 'In review', state: {} })
  expect(changed.state).toEqual({})
  const elsewhere = owner.views.save({ id, list: 'clients', name: 'Clients', state: {} })
  await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await owner.views.delete({ id })
  expect(await owner.views.list({ list: 'tasks' })).toEqual([])
  await expect(owner.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('nobody sees, changes or deletes another’s views, of the same agency or not', async () => {
  const { db, world, owner, employee } = await setUp()
  const { id } = await owner.views.save({ list: 'projects', name: 'Mine', state: { active: true } })
  for (const other of [employee, callerAs(db, world.home.client), callerAs(db, world.foreign.owner)]) {
    expect(await other.views.list({ list: 'projects' })).toEqual([])
    const write = other.views.save({ id, list: 'projects', name: 'Theirs', state: {} })
    await expect(write).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(other.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await owner.views.list({ list: 'projects' })).toMatchObject([{ name: 'Mine' }])
})

test('a view of another version opens with what is still known of it', async () => {
  const { db, owner } = await setUp()
  const { id } = await owner.views.save({ list: 'tasks', name: 'Old', state: { open: true } })
  const state = { open: true, colour: 'red', status: 'someday', sort: 'title', due: 5 }
  await db
    .updateTable('saved_views')
    .set({ state: JSON.stringify(state) })
    .where('id', '=', id)
    .execute()
  const [view] = await owner.views.list({ list: 'tasks' })
  expect(view?.state).toEqual({ open: true, sort: 'title' })
})

test('what a list does not know is not saved', async () => {
  const { owner } = await setUp()
  const wrong = { list: 'tasks', name: 'Wrong', state: { status: 'someday' } }
  await expect(owner.views.save(wrong as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const unknown = { list: 'clients', name: 'Wrong', state: { colour: 'red' } }
  await expect(owner.views.save(unknown as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a person keeps a limited number of views', async () => {
  const { owner } = await setUp()
  const save = (index: number) => owner.views.save({ list: 'tasks', name: `View ${index}`, state: {} })
  for (let index = 0; index < MAX_VIEWS; index++) await save(index)
  await expect(save(MAX_VIEWS)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.for(VIEWED_LISTS)('what %s saves is what it reads', (list) => {
  const state = { search: 'web', view: 'list', sort: 'name', desc: true }
  const known = Object.fromEntries(Object.entries(state).filter(([key]) => key in VIEW_STATES[list].shape))
  const sort = list === 'tasks' ? { sort: 'title' } : {}
  expect(readViewState(list, { ...known, ...sort })).toEqual({ ...known, ...sort })
})
