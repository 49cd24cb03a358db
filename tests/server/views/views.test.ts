import { randomUUID } from 'node:crypto'
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

test('an owner shares a view with the team, who see it and cannot change it', async () => {
  const { db, world, owner, employee } = await setUp()
  const { id } = await owner.views.save({ list: 'tasks', name: 'In review', state: { status: 'review' } })
  expect(await owner.views.share({ id, shared: true })).toMatchObject({ shared: true, can_edit: true })
  expect(await employee.views.list({ list: 'tasks' })).toMatchObject([
    { id, name: 'In review', state: { status: 'review' }, shared: true, can_edit: false },
  ])
  for (const other of [callerAs(db, world.home.client), callerAs(db, world.foreign.owner)]) {
    expect(await other.views.list({ list: 'tasks' })).toEqual([])
    await expect(other.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const write = employee.views.save({ id, list: 'tasks', name: 'Theirs', state: {} })
  await expect(write).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(employee.views.delete({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(employee.views.share({ id, shared: false })).rejects.toMatchObject({ code: 'FORBIDDEN' })

  await owner.views.share({ id, shared: false })
  expect(await employee.views.list({ list: 'tasks' })).toEqual([])
  expect(await owner.views.list({ list: 'tasks' })).toMatchObject([{ name: 'In review', shared: false }])
})

test('a view of what the team does not see is shared among owners alone', async () => {
  const { owner, employee } = await setUp()
  for (const list of ['clients', 'employees', 'invoices'] as const) {
    const { id } = await owner.views.save({ list, name: list, state: { search: 'Harbor' } })
    await owner.views.share({ id, shared: true })
    expect(await employee.views.list({ list })).toEqual([])
    await expect(employee.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('whoever shared a view and owns the agency no longer, changes it no longer', async () => {
  const { db, world, owner } = await setUp()
  const { id } = await owner.views.save({ list: 'tasks', name: 'Team', state: {} })
  await owner.views.share({ id, shared: true })
  const former = callerAs(db, { ...world.home.owner, role: 'employee' })
  await expect(former.views.delete({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const elsewhere = callerAs(db, { ...world.home.owner, agencyId: world.foreign.agencyId })
  expect(await elsewhere.views.list({ list: 'tasks' })).toEqual([])
  await expect(elsewhere.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what the team shares takes none of a person’s room', async () => {
  const { db, owner, employee } = await setUp()
  const { id } = await employee.views.save({ list: 'tasks', name: 'Mine', state: {} })
  const { id: shared } = await owner.views.save({ list: 'tasks', name: 'Team', state: {} })
  await owner.views.share({ id: shared, shared: true })
  const row = await db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_VIEWS - 2 }, () => ({ ...row, id: randomUUID() }))
  await db.insertInto('saved_views').values(copies).execute()
  await employee.views.save({ list: 'tasks', name: 'The last', state: {} })
  const beyond = employee.views.save({ list: 'tasks', name: 'One more', state: {} })
  await expect(beyond).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('of twenty who share and change at once, each is answered and the view stays whole', async () => {
  const { db, owner, employee } = await setUp()
  const { id } = await owner.views.save({ list: 'tasks', name: 'Team', state: {} })
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? owner.views.share({ id, shared: index % 4 === 0 })
        : owner.views.save({ id, list: 'tasks', name: `Team ${index}`, state: { open: true } }),
    ),
  )
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'CONFLICT' })
  }
  const rows = await db.selectFrom('saved_views').select(['name', 'shared', 'version']).execute()
  expect(rows).toHaveLength(1)
  const seen = await employee.views.list({ list: 'tasks' })
  expect(seen).toHaveLength(rows[0]?.shared ?? 0)
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
