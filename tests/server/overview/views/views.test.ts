import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readViewState, VIEW_STATES, VIEWED_LISTS } from '#shared/overview/schemas/views.ts'
import { MAX_VIEWS } from '#shared/overview/views.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addCoOwner, createWorld } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbor-7'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), employee: callerAs(db, world.home.employee) }
}

test('a view stores filters, order and layout, and can be renamed, changed and deleted', async () => {
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

test("no one can see, change or delete another person's views", async () => {
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

test('an owner shares a view with the team, who can use but not change it', async () => {
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

test('a view of owner-only data is shared among owners only', async () => {
  const { owner, employee } = await setUp()
  for (const list of ['clients', 'employees', 'invoices'] as const) {
    const { id } = await owner.views.save({ list, name: list, state: { search: 'Harbor' } })
    await owner.views.share({ id, shared: true })
    expect(await employee.views.list({ list })).toEqual([])
    await expect(employee.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test("a former owner can't change views they shared", async () => {
  const { db, world, owner } = await setUp()
  const { id } = await owner.views.save({ list: 'tasks', name: 'Team', state: {} })
  await owner.views.share({ id, shared: true })
  const former = callerAs(db, { ...world.home.owner, role: 'employee' })
  await expect(former.views.delete({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const elsewhere = callerAs(db, { ...world.home.owner, agencyId: world.foreign.agencyId })
  expect(await elsewhere.views.list({ list: 'tasks' })).toEqual([])
  await expect(elsewhere.views.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a shared view stays when its creator deletes their account, for an owner to take over', async () => {
  const { db, world, owner } = await setUp()
  const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  await setPassword(db, PASSWORD)
  const coOwner = callerAs(db, second)
  const { id } = await coOwner.views.save({ list: 'tasks', name: 'Team', state: {} })
  await coOwner.views.share({ id, shared: true })
  await coOwner.views.save({ list: 'tasks', name: 'Private', state: {} })
  const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), second.userId) })
  await (await browser.api()).settings.deleteAccount({ confirm_email: second.email, password: PASSWORD })
  expect(await owner.views.list({ list: 'tasks' })).toMatchObject([{ id, name: 'Team', shared: true }])
  expect(await db.selectFrom('saved_views').select('name').execute()).toEqual([{ name: 'Team' }])
  await owner.views.share({ id, shared: false })
  expect(await owner.views.list({ list: 'tasks' })).toMatchObject([{ id, name: 'Team', shared: false }])
})

test("shared views don't count against a person's limit", async () => {
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

test('twenty concurrent shares and changes all succeed or conflict, and the view stays consistent', async () => {
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

test('a view of another version opens with the settings still supported', async () => {
  const { db, owner } = await setUp()
  const { id } = await owner.views.save({ list: 'tasks', name: 'Old', state: { open: true } })
  const state = { open: true, color: 'red', status: 'someday', sort: 'title', due: 5 }
  await db
    .updateTable('saved_views')
    .set({ state: JSON.stringify(state) })
    .where('id', '=', id)
    .execute()
  const [view] = await owner.views.list({ list: 'tasks' })
  expect(view?.state).toEqual({ open: true, sort: 'title' })
})

test("unknown settings aren't saved", async () => {
  const { owner } = await setUp()
  const wrong = { list: 'tasks', name: 'Wrong', state: { status: 'someday' } }
  await expect(owner.views.save(wrong as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const unknown = { list: 'clients', name: 'Wrong', state: { color: 'red' } }
  await expect(owner.views.save(unknown as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('the number of views per person is limited', async () => {
  const { owner } = await setUp()
  const save = (index: number) => owner.views.save({ list: 'tasks', name: `View ${index}`, state: {} })
  for (let index = 0; index < MAX_VIEWS; index++) await save(index)
  await expect(save(MAX_VIEWS)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.for(VIEWED_LISTS)('the view saved by %s is read back unchanged', (list) => {
  const state = { search: 'web', view: 'list', sort: 'name', desc: true }
  const known = Object.fromEntries(Object.entries(state).filter(([key]) => key in VIEW_STATES[list].shape))
  const sort = list === 'tasks' ? { sort: 'title' } : {}
  expect(readViewState(list, { ...known, ...sort })).toEqual({ ...known, ...sort })
})
