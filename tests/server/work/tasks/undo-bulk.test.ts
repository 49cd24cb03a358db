import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { newId } from '#server/base/db/values.ts'
import { columnsOf, sealTasks, undoChange } from '#server/work/tasks/commands/undo-change.ts'
import { taskUndoInput } from '#shared/work/schemas/tasks.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { owner: person, employee } = world.home
  const [first, second] = [await addProject(db, world.home), await addProject(db, world.home)]
  const add = (fields: Record<string, unknown>) => addTask(db, person, first.id, fields)
  const tasks = [
    await add({
      title: 'One',
      status: 'done',
      priority: 'high',
      due_date: '2026-03-31',
      recurrence: 'monthly',
    }),
    await add({ title: 'Two', status: 'todo', priority: 'low', assigned_to_id: employee.employeeId }),
    await add({ title: 'Three', status: 'in_progress', priority: 'urgent', recurrence: 'daily' }),
  ]
  const ids = tasks.map(({ id }) => id)
  const owner = callerAs(db, person)
  const rows = () =>
    db
      .selectFrom('tasks')
      .select(['id', 'title', 'status', 'priority', 'due_date', 'project_id', 'assigned_to_id'])
      .select(['completed_at', 'recurrence_day', 'next_task_id'])
      .orderBy('id')
      .execute()
  const later = (seconds: number) =>
    callerAs(db, person, { now: new Date(TEST_NOW.getTime() + seconds * 1000) })
  return { db, world, owner, later, ids, second, rows }
}

test("every bulk change can be undone to each task's earlier value, including recurrences", async () => {
  const { owner, later, ids, second, rows, world } = await setUp()
  const before = await rows()
  const changes = [
    { action: 'status', status: 'done' },
    { action: 'status', status: 'review' },
    { action: 'assign', assigned_to_id: world.home.employee.employeeId },
    { action: 'assign', assigned_to_id: null },
    { action: 'priority', priority: 'medium' },
    { action: 'due', due_date: '2026-05-30' },
    { action: 'due', due_date: null },
    { action: 'project', project_id: second.id },
  ] as const
  for (const change of changes) {
    const { changed, undo } = await owner.tasks.bulk({ ids, ...change })
    expect(changed).toBe(3)
    expect(await rows(), change.action).not.toEqual(before)
    await later(6).tasks.undoBulk({ undo })
    expect(await rows(), change.action).toEqual(before)
  }
})

test('multiple changes are undone one after the other, and none twice', async () => {
  const { owner, ids, rows } = await setUp()
  const before = await rows()
  const first = await owner.tasks.bulk({ ids, action: 'priority', priority: 'medium' })
  const second = await owner.tasks.bulk({ ids, action: 'due', due_date: '2026-05-30' })
  await owner.tasks.undoBulk({ undo: second.undo })
  await expect(owner.tasks.undoBulk({ undo: second.undo })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(owner.tasks.undoBulk({ undo: first.undo })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await rows()).map(({ due_date }) => due_date)).toEqual(before.map(({ due_date }) => due_date))
})

test('the tasks of somebody who was deactivated can be given back to them', async () => {
  const { owner, ids, rows, world } = await setUp()
  const { employeeId } = world.home.employee
  await owner.tasks.bulk({ ids, action: 'assign', assigned_to_id: employeeId })
  await owner.employees.setDeactivated({ id: employeeId, deactivated: true })
  const before = await rows()
  const { undo } = await owner.tasks.bulk({ ids, action: 'assign', assigned_to_id: null })
  await owner.tasks.undoBulk({ undo })
  expect(await rows()).toEqual(before)
})

test("a change can't be undone if a task changed since, after a minute, or by others", async () => {
  const { db, world, owner, later, ids, rows } = await setUp()
  const { undo } = await owner.tasks.bulk({ ids, action: 'priority', priority: 'medium' })
  for (const person of [world.home.employee, world.foreign.owner, world.admin]) {
    await expect(callerAs(db, person).tasks.undoBulk({ undo })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(
    owner.tasks.undoBulk({ undo: undo.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(owner.tasks.undoBulk({ undo: 'é\u00ad' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(later(61).tasks.undoBulk({ undo })).rejects.toMatchObject({ code: 'CONFLICT' })
  await owner.tasks.setStatus({ id: ids[1] ?? '', status: 'review' })
  const after = await rows()
  await expect(owner.tasks.undoBulk({ undo })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await rows()).toEqual(after)
})

test('twenty concurrent undos apply once', async () => {
  const { owner, ids, rows } = await setUp()
  const before = await rows()
  const { undo } = await owner.tasks.bulk({ ids, action: 'priority', priority: 'medium' })
  const clicks = await Promise.allSettled(Array.from({ length: 20 }, () => owner.tasks.undoBulk({ undo })))
  expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await rows()).toEqual(before)
})

test('a move of tasks with any number of time entries can be undone, which reports whether rates are restored', async () => {
  const { db, world, ids, second } = await setUp()
  const ctx = ctxFor(db, world.home.owner as SeedMember)
  const before = (await columnsOf(ctx, ids)).map((task) => ({ ...task, version: task.version - 1 }))
  const entries = (count: number) => Array.from({ length: count }, newId)
  const group = { project_id: second.id, billing_rate: 9000, version: 1 }
  const cases = [
    [[{ ...group, ids: entries(16_500) }], true],
    [[{ ...group, ids: entries(18_000) }], false],
    [entries(6000).map((id, index) => ({ ...group, version: index, ids: [id] })), false],
  ] as const
  for (const [rates, rates_restored] of cases) {
    const undo = sealTasks(ctx, { before, after: await columnsOf(ctx, ids), rates: [...rates] })
    const undone = await undoChange(ctx, taskUndoInput.parse({ undo }))
    expect(undone).toEqual({ changed: ids.length, rates_restored })
  }
})
