import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

/** A board with tasks A (oldest) to E (newest) in its first column. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const owner = callerAs(db, world.home.owner)
  const ids: Record<string, string> = {}
  for (const [minute, title] of ['A', 'B', 'C', 'D', 'E'].entries()) {
    const scope = { ...world.home.owner, now: new Date(Date.UTC(2026, 2, 4, 10, minute)) }
    ids[title] = (await addTask(db, scope, project.id, { title })).id
  }
  const column = async (status: 'todo' | 'done' = 'todo') =>
    (await owner.tasks.list({ order: 'board', status })).items.map((task) => task.title).join('')
  const id = (title: string) => ids[title] ?? ''
  return { owner, column, id, db, world, project }
}

test('a column starts newest first', async () => {
  expect(await (await setUp()).column()).toBe('EDCBA')
})

test('a task stays where it is dropped', async () => {
  const { owner, column, id } = await setUp()
  await owner.tasks.move({ id: id('A'), status: 'todo', after_id: id('D') })
  expect(await column()).toBe('EDACB')
  await owner.tasks.move({ id: id('E'), status: 'todo', before_id: id('B') })
  expect(await column()).toBe('DACEB')
  await owner.tasks.move({ id: id('D'), status: 'todo', after_id: id('B') })
  expect(await column()).toBe('ACEBD')
  await owner.tasks.move({ id: id('B'), status: 'todo' })
  expect(await column()).toBe('BACED')
})

test('a new task is at the top, also above one that was dropped there', async () => {
  const { owner, column, id, db, world, project } = await setUp()
  await owner.tasks.move({ id: id('B'), status: 'todo' })
  const scope = { ...world.home.owner, now: new Date(Date.UTC(2026, 2, 4, 11)) }
  await addTask(db, scope, project.id, { title: 'F' })
  expect(await column()).toBe('FBEDCA')
})

test('a task whose status changes elsewhere is at the top of its new column, and back by undo', async () => {
  const { owner, column, id, project } = await setUp()
  await owner.tasks.move({ id: id('D'), status: 'done' })
  await owner.tasks.move({ id: id('E'), status: 'done', after_id: id('D') })
  await owner.tasks.setStatus({ id: id('A'), status: 'done' })
  expect(await column('done')).toBe('ADE')
  await owner.tasks.save({ id: id('B'), title: 'B', project_id: project.id, status: 'done' })
  expect(await column('done')).toBe('BADE')
  await owner.tasks.save({ id: id('C'), title: 'C', project_id: project.id, recurrence: 'weekly' })
  await owner.tasks.setStatus({ id: id('C'), status: 'done' })
  const [next] = (await owner.tasks.list({ order: 'board', status: 'todo' })).items
  expect([next?.title, await column('done')]).toEqual(['C', 'CBADE'])
  const ids = [id('D'), id('A')]
  const { undo } = await owner.tasks.bulk({ ids, action: 'status', status: 'todo' })
  expect([await column(), await column('done')]).toEqual(['DAC', 'CBE'])
  await owner.tasks.undoBulk({ undo })
  expect([await column(), await column('done')]).toEqual(['C', 'CBADE'])
})

test('any sequence of drops gives the same order as a plain list', async () => {
  const { owner, column, id } = await setUp()
  let expected = ['E', 'D', 'C', 'B', 'A']
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let step = 0; step < 60; step++) {
    const moved = expected[random(5)] ?? ''
    const rest = expected.filter((title) => title !== moved)
    const anchor = rest[random(4)] ?? ''
    const before = random(2) === 0
    const at = rest.indexOf(anchor) + (before ? 0 : 1)
    expected = [...rest.slice(0, at), moved, ...rest.slice(at)]
    const neighbor = before ? { before_id: id(anchor) } : { after_id: id(anchor) }
    await owner.tasks.move({ id: id(moved), status: 'todo', ...neighbor })
    expect(await column()).toBe(expected.join(''))
  }
})

test('a drop into another column changes the status', async () => {
  const { owner, column, id } = await setUp()
  await owner.tasks.move({ id: id('C'), status: 'done' })
  await owner.tasks.move({ id: id('A'), status: 'done', after_id: id('C') })
  expect(await column()).toBe('EDB')
  expect(await column('done')).toBe('CA')
  expect((await owner.tasks.get({ id: id('A') })).completed_at).not.toBeNull()
})

test('a drop next to a task that has left the column is a conflict', async () => {
  const { owner, column, id } = await setUp()
  await owner.tasks.setStatus({ id: id('D'), status: 'review' })
  await expect(owner.tasks.move({ id: id('A'), status: 'todo', after_id: id('D') })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(owner.tasks.move({ id: id('A'), status: 'done', version: 9 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await column()).toBe('ECBA')
})

test("another agency's task can't be a neighbor", async () => {
  const { owner, id, db, world } = await setUp()
  const foreign = await addTask(db, world.foreign.owner, (await addProject(db, world.foreign)).id)
  await expect(owner.tasks.move({ id: id('A'), status: 'todo', after_id: foreign.id })).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})
