import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  return {
    db,
    person: world.home.owner,
    employee: world.home.employee,
    owner: callerAs(db, world.home.owner),
    add: (fields: Record<string, unknown>) => addTask(db, world.home.owner, project.id, fields),
  }
}

test('finishing a recurring task creates the next one, open, due later, with unchecked subtasks', async () => {
  const { owner, add } = await setUp()
  const task = await add({
    title: 'Weekly report',
    recurrence: 'weekly',
    due_date: '2026-03-04',
    estimated_hours: 1.5,
    subtasks: [{ title: 'Numbers', completed: true }],
  })
  await owner.tasks.setStatus({ id: task.id, status: 'done' })
  const { items } = await owner.tasks.list({ status: 'todo' })
  expect(items).toMatchObject([
    {
      title: 'Weekly report',
      status: 'todo',
      due_date: '2026-03-11',
      recurrence: 'weekly',
      estimated_hours: 1.5,
      subtasks: [{ title: 'Numbers', completed: false }],
    },
  ])
})

test('the next task of a contributor who was deactivated is unassigned', async () => {
  const { owner, employee, add } = await setUp()
  const repeated = { recurrence: 'daily', due_date: '2026-03-04', assigned_to_id: employee.employeeId }
  const [before, after] = [await add(repeated), await add(repeated)]
  await owner.tasks.setStatus({ id: before.id, status: 'done' })
  await owner.employees.setDeactivated({ id: employee.employeeId, deactivated: true })
  await owner.tasks.setStatus({ id: after.id, status: 'done' })
  const { items } = await owner.tasks.list({ status: 'todo' })
  expect(items.map((task) => task.assigned_to_id).toSorted()).toEqual([employee.employeeId, null])
})

test('finishing it again creates no second one', async () => {
  const { owner, add } = await setUp()
  const task = await add({ recurrence: 'daily', due_date: '2026-03-04' })
  for (const status of ['done', 'todo', 'done'] as const) {
    await owner.tasks.setStatus({ id: task.id, status })
  }
  expect(await owner.tasks.counters({})).toMatchObject({ total: 2, todo: 1, done: 1 })
})

test('finishing it again creates the next one if that was deleted meanwhile', async () => {
  const { owner, add } = await setUp()
  const task = await add({ title: 'Report', recurrence: 'daily', due_date: '2026-03-04' })
  const openTasks = async () => (await owner.tasks.list({ status: 'todo' })).items
  for (const status of ['done', 'todo'] as const) await owner.tasks.setStatus({ id: task.id, status })
  for (const { id } of await openTasks()) if (id !== task.id) await owner.tasks.delete({ id })
  await owner.tasks.setStatus({ id: task.id, status: 'done' })
  const [next, ...others] = await openTasks()
  expect([next?.due_date, others]).toEqual(['2026-03-05', []])
  // Whoever deletes the next one of a task that is done ends the series: changing the task doesn't continue it.
  await owner.tasks.delete({ id: next?.id ?? '' })
  const { project_id } = task
  const edit = {
    id: task.id,
    title: 'Daily report',
    project_id,
    recurrence: 'daily',
    status: 'done',
  } as const
  await owner.tasks.save(edit)
  expect(await openTasks()).toEqual([])
})

test('board moves, saves and bulk changes also count as finishing', async () => {
  const { owner, add } = await setUp()
  const [dropped, saved, bulk] = [
    await add({ title: 'dropped', recurrence: 'daily' }),
    await add({ title: 'saved', recurrence: 'daily' }),
    await add({ title: 'bulk', recurrence: 'daily' }),
  ]
  await owner.tasks.move({ id: dropped.id, status: 'done' })
  await owner.tasks.save({
    id: saved.id,
    title: 'saved',
    project_id: saved.project_id,
    recurrence: 'daily',
    status: 'done',
  })
  await owner.tasks.bulk({ ids: [bulk.id], action: 'status', status: 'done' })
  const open = (await owner.tasks.list({ status: 'todo' })).items
  expect(open.map((task) => task.title).sort()).toEqual(['bulk', 'dropped', 'saved'])
})

test('a monthly task on the 31st returns to the 31st after a shorter month', async () => {
  const { owner, add } = await setUp()
  await add({ title: 'Close books', recurrence: 'monthly', due_date: '2026-03-31' })
  const dueDates: (string | null)[] = []
  for (let month = 0; month < 3; month++) {
    const [open] = (await owner.tasks.list({ status: 'todo' })).items
    if (open === undefined) throw new Error('No open repetition')
    dueDates.push(open.due_date)
    await owner.tasks.setStatus({ id: open.id, status: 'done' })
  }
  expect(dueDates).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
})

test('a monthly task without a due date keeps to the day on which it was first completed', async () => {
  const { person, db, add } = await setUp()
  await add({ title: 'Close books', recurrence: 'monthly' })
  const dueDates: (string | null)[] = []
  for (const now of ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z']) {
    const owner = callerAs(db, person, { now: new Date(now) })
    const [open] = (await owner.tasks.list({ status: 'todo' })).items
    if (open === undefined) throw new Error('No open repetition')
    dueDates.push(open.due_date)
    await owner.tasks.setStatus({ id: open.id, status: 'done' })
  }
  expect(dueDates).toEqual([null, '2026-02-28', '2026-03-31'])
})
