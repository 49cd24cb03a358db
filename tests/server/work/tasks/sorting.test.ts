import { expect, test } from 'vitest'
import { TASK_SORTS, type TaskDto, type TaskSort } from '#shared/work/tasks.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const [zebra, apple] = [
    await addProject(db, world.home, { name: 'Zebra' }),
    await addProject(db, world.home, { name: 'apple' }),
  ]
  const me = world.home.employee.employeeId
  const rows = [
    ['banana', zebra, 'urgent', 'done', '2026-03-09', me],
    ['Apple', apple, 'low', 'review', null, null],
    ['cherry', zebra, 'medium', 'todo', '2026-01-02', null],
    ['Date', apple, 'high', 'in_progress', null, me],
    ['elder', apple, 'medium', 'todo', '2026-02-01', me],
  ] as const
  for (const [title, project, priority, status, due_date, assigned_to_id] of rows) {
    await addTask(db, world.home.owner, project.id, { title, priority, status, due_date, assigned_to_id })
  }
  return { db, world, owner: callerAs(db, world.home.owner), zebra, apple }
}

const columns: Record<TaskSort, (task: TaskDto) => string | null> = {
  title: (task) => task.title.toLowerCase(),
  status: (task) => String(['todo', 'in_progress', 'review', 'done'].indexOf(task.status)),
  priority: (task) => String(['low', 'medium', 'high', 'urgent'].indexOf(task.priority)),
  project: (task) => task.project.name.toLowerCase(),
  assignee: (task) => task.assignee?.name.toLowerCase() ?? null,
  due: (task) => task.due_date,
}

test.for(
  TASK_SORTS.flatMap((order) => [
    { order, descending: false },
    { order, descending: true },
  ]),
)('the list is sorted by $order, descending: $descending, across its pages', async (sort) => {
  const { owner } = await setUp()
  const seen: TaskDto[] = []
  let cursor: string | null = null
  do {
    const page: { items: TaskDto[]; nextCursor: string | null } = await owner.tasks.list({
      ...sort,
      limit: 2,
      cursor,
    })
    seen.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(5)
  const keys = seen.map(columns[sort.order])
  const missing = keys.filter((key) => key === null)
  const known = keys.filter((key) => key !== null)
  expect(keys).toEqual([...known, ...missing])
  const upwards = known.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  expect(known).toEqual(sort.descending ? upwards.toReversed() : upwards)
})

test('sorting respects filters and visibility', async () => {
  const { world, db, zebra } = await setUp()
  const owner = callerAs(db, world.home.owner)
  const open = await owner.tasks.list({ order: 'title', open: true, project_id: zebra.id })
  expect(open.items.map(({ title }) => title)).toEqual(['cherry'])
  const client = await callerAs(db, world.home.client).tasks.list({ order: 'title', limit: 50 })
  expect(client.items.map(({ title }) => title)).toEqual(['Apple', 'banana', 'cherry', 'Date', 'elder'])
  const stranger = await callerAs(db, world.foreign.owner).tasks.list({ order: 'priority', limit: 50 })
  expect(stranger.items).toEqual([])
})

test("the counters follow the list's filters", async () => {
  const { owner, world, zebra } = await setUp()
  const mine = { assigned_to_id: world.home.employee.employeeId }
  expect(await owner.tasks.counters(mine)).toEqual({ total: 3, todo: 1, in_progress: 1, review: 0, done: 1 })
  expect(await owner.tasks.counters({ ...mine, project_id: zebra.id })).toMatchObject({ total: 1, done: 1 })
  expect(await owner.tasks.counters({ search: 'APPLE' })).toMatchObject({ total: 1, review: 1 })
  expect(await owner.tasks.counters({ due: 'none' })).toMatchObject({ total: 2, review: 1, in_progress: 1 })
})

test('priority, due date and project of multiple tasks change together or not at all', async () => {
  const { owner, world, db, apple, zebra } = await setUp()
  const { items } = await owner.tasks.list({ project_id: zebra.id })
  const ids = items.map(({ id }) => id)
  expect(await owner.tasks.bulk({ ids, action: 'priority', priority: 'low' })).toMatchObject({ changed: 2 })
  await owner.tasks.bulk({ ids, action: 'due', due_date: '2026-05-04' })
  await owner.tasks.bulk({ ids, action: 'project', project_id: apple.id })
  const moved = await Promise.all(ids.map((id) => owner.tasks.get({ id })))
  for (const task of moved) {
    expect(task).toMatchObject({ priority: 'low', due_date: '2026-05-04', project: { name: 'apple' } })
  }
  await owner.tasks.bulk({ ids, action: 'due', due_date: null })
  const [first] = ids
  const before = await owner.tasks.get({ id: first ?? '' })
  expect(before.due_date).toBeNull()
  await owner.tasks.bulk({ ids, action: 'priority', priority: 'low' })
  expect((await owner.tasks.get({ id: first ?? '' })).version).toBe(before.version)

  const foreign = await addProject(db, world.foreign)
  await expect(owner.tasks.bulk({ ids, action: 'project', project_id: foreign.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await owner.tasks.get({ id: first ?? '' })).project.name).toBe('apple')
})

test('a monthly task keeps the day of its new due date', async () => {
  const { owner, db, world, apple } = await setUp()
  const { id } = await addTask(db, world.home.owner, apple.id, {
    recurrence: 'monthly',
    due_date: '2026-03-09',
  })
  await owner.tasks.bulk({ ids: [id], action: 'due', due_date: '2026-03-31' })
  const row = await db.selectFrom('tasks').select('recurrence_day').where('id', '=', id).executeTakeFirst()
  expect(row?.recurrence_day).toBe(31)
})

test("a task's time is limited to what the caller may see", async () => {
  const { owner, db, world, apple } = await setUp()
  const { id } = await addTask(db, world.home.owner, apple.id)
  const employee = callerAs(db, world.home.employee)
  const log = (who: typeof owner, duration: string) =>
    who.workLog.save({ task_id: id, time: { kind: 'duration', date: '2026-03-02', duration } })
  await log(owner, '1h')
  await log(employee, '30m')
  expect((await owner.tasks.get({ id })).logged_seconds).toBe(5400)
  expect((await employee.tasks.get({ id })).logged_seconds).toBe(1800)
  expect((await callerAs(db, world.home.client).tasks.get({ id })).logged_seconds).toBe(0)
})
