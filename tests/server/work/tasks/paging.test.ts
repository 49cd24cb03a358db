import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import { TASK_ORDERS, TASK_PRIORITIES, TASK_STATUSES, type TaskDto } from '#shared/work/tasks.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const TASKS = 10

/** Few values, so that many tasks are equal in each column. */
const columns = fc.record({
  title: fc.constantFrom('plan', 'Plan', 'quote', 'Zone'),
  status: fc.constantFrom(...TASK_STATUSES),
  priority: fc.constantFrom(...TASK_PRIORITIES),
  start_date: fc.constantFrom(null, '2026-02-01'),
  due_date: fc.constantFrom(null, '2026-02-01', '2026-03-01'),
  order_position: fc.constantFrom(-1024, 0, 9, 10),
  created_at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  project: fc.nat(2),
  assignee: fc.option(fc.nat(2)),
})

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const projects: { id: string }[] = []
  for (const name of ['Website', 'website', 'App']) projects.push(await addProject(db, home, { name }))
  const people = [home.employee.employeeId]
  for (const name of [home.employee.name.toUpperCase(), 'Ada']) {
    const employee = await owner.employees.save({ name, email: `${newId()}@example.com`, role: 'developer' })
    people.push(employee.id)
  }
  const ids: string[] = []
  for (let index = 0; index < TASKS; index += 1) {
    ids.push((await addTask(db, home.owner, projects[0]?.id as string)).id)
  }
  return { db, home, projects, people, ids }
}

/** Every page of a list, one after another. */
async function walk(db: Db, person: SeedPerson, input: object, limit: number): Promise<TaskDto[]> {
  const seen: TaskDto[] = []
  for (let cursor: string | null = null; ; ) {
    const page: { items: TaskDto[]; nextCursor: string | null } = await callerAs(db, person).tasks.list({
      ...input,
      limit,
      cursor,
    })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    seen.push(...page.items)
    if (page.nextCursor === null) return seen
    cursor = page.nextCursor
  }
}

type Value = string | number
/** The values by which a task is ordered, each with its direction. */
type Keys = (task: TaskDto) => [Value, 'asc' | 'desc'][]

/** Each order's rule, implemented independently: missing values come last in both directions. */
function keysOf(order: (typeof TASK_ORDERS)[number], descending: boolean, ofClient: boolean): Keys {
  const way = descending ? 'desc' : 'asc'
  const newest: Keys = (task) => [
    [task.created_at, 'desc'],
    [task.id, 'desc'],
  ]
  const by =
    (value: (task: TaskDto) => Value | null): Keys =>
    (task) => [
      [value(task) === null ? 1 : 0, 'asc'],
      [value(task) ?? '', way],
      [task.id, way],
    ]
  const name = (task: TaskDto) => task.assignee?.name.toLowerCase() ?? null
  switch (order) {
    case 'newest':
      return newest
    case 'board':
      return (task) => [[task.order_position, 'asc'], ...newest(task)]
    case 'timeline':
      return (task) => [
        [task.project.name.toLowerCase(), 'asc'],
        [task.project_id, 'asc'],
        [task.start_date ?? task.due_date ?? '9999', 'asc'],
        [task.id, 'asc'],
      ]
    case 'project':
      return (task) => [[task.project.name.toLowerCase(), way], [task.project_id, way], ...newest(task)]
    case 'assignee':
      if (ofClient) return by(name)
      return (task) => [
        [name(task) === null ? 1 : 0, 'asc'],
        [name(task) ?? '', way],
        [task.assigned_to_id ?? '', way],
        ...newest(task),
      ]
    case 'title':
      return by((task) => task.title.toLowerCase())
    case 'status':
      return by((task) => TASK_STATUSES.indexOf(task.status))
    case 'priority':
      return by((task) => TASK_PRIORITIES.indexOf(task.priority))
    case 'due':
      return by((task) => task.due_date)
  }
}

function compare(keys: Keys, one: TaskDto, other: TaskDto): number {
  const values = keys(other)
  for (const [index, [value, direction]] of keys(one).entries()) {
    const others = values[index]?.[0] as Value
    if (value !== others) return value < others === (direction === 'asc') ? -1 : 1
  }
  return 0
}

test('pages of any size and order contain each task once, in the order of the whole list', async () => {
  const { db, home, projects, people, ids } = await setUp()
  await fc.assert(
    fc.asyncProperty(
      fc.array(columns, { minLength: TASKS, maxLength: TASKS }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(home.owner, home.client),
      async (tasks, limit, person) => {
        for (const [index, { project, assignee, ...values }] of tasks.entries()) {
          await db
            .updateTable('tasks')
            .set({
              ...values,
              project_id: projects[project]?.id as string,
              assigned_to_id: assignee === null ? null : (people[assignee] as string),
            })
            .where('id', '=', ids[index] as string)
            .execute()
        }
        for (const order of TASK_ORDERS) {
          for (const descending of [false, true]) {
            const keys = keysOf(order, descending, person === home.client)
            const paged = await walk(db, person, { order, descending }, limit)
            const whole = await callerAs(db, person).tasks.list({ order, descending, limit: 100 })
            expect(paged).toEqual(whole.items)
            expect(paged).toEqual(paged.toSorted((one, other) => compare(keys, one, other)))
            expect(new Set(paged.map(({ id }) => id))).toEqual(new Set(ids))
          }
        }
      },
    ),
    { numRuns: casesHere(8) },
  )
})

test('a cursor of another order is rejected', async () => {
  const { db, home } = await setUp()
  const owner = callerAs(db, home.owner)
  const orders = ['newest', 'board', 'project'] as const
  for (const order of orders) {
    const { nextCursor: cursor } = await owner.tasks.list({ order, limit: 1 })
    for (const other of orders.filter((name) => name !== order)) {
      await expect(owner.tasks.list({ order: other, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  }
  const words = Buffer.from(JSON.stringify(['first', '2026-01-01', newId()])).toString('base64url')
  await expect(owner.tasks.list({ order: 'board', cursor: words })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})
