import { CompiledQuery } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { recording } from '#tests/support/databases/recording.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp(tasks: number) {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  for (let index = 0; index < tasks; index++) {
    await addTask(db, world.home.owner, project.id, { subtasks: [{ title: 'one' }, { title: 'two' }] })
  }
  return { db, world, project }
}

const people = (world: Awaited<ReturnType<typeof createWorld>>): SeedPerson[] => [
  world.home.owner,
  world.home.employee,
  world.home.client,
  world.admin,
]

test('a page of tasks takes two statements, regardless of length and caller', async () => {
  const { db, world, project } = await setUp(7)
  const { db: recorded, statements } = recording(db)
  for (const scope of people(world)) {
    for (const filter of [
      {},
      { project_id: project.id },
      { order: 'board' as const, status: 'todo' as const },
      { order: 'project' as const },
      { order: 'timeline' as const },
    ]) {
      statements.length = 0
      const { items } = await callerAs(recorded, scope).tasks.list(filter)
      expect(items).toHaveLength(7)
      expect(items.every((task) => task.subtasks.length === 2)).toBe(true)
      expect(statements).toHaveLength(2)
    }
  }
})

test('tasks by assignee take one more statement, for unassigned ones', async () => {
  const { db, world } = await setUp(3)
  const { db: recorded, statements } = recording(db)
  const { items } = await callerAs(recorded, world.home.owner).tasks.list({ order: 'assignee' })
  expect(items).toHaveLength(3)
  expect(statements).toHaveLength(3)
})

test('a sorted page of projects, clients or contributors takes a fixed number of statements', async () => {
  const { db, world } = await setUp(1)
  for (let index = 0; index < 6; index++) await addProject(db, world.home)
  const { db: recorded, statements } = recording(db)
  const owner = callerAs(recorded, world.home.owner)
  const counted = async (list: () => Promise<{ items: unknown[] }>) => {
    statements.length = 0
    const { items } = await list()
    return [items.length, statements.length]
  }
  expect(await counted(() => owner.projects.list({ order: 'progress' }))).toEqual([7, 6])
  expect(await counted(() => owner.clients.list({ order: 'outstanding' }))).toEqual([1, 2])
  expect(await counted(() => owner.employees.list({ order: 'hours' }))).toEqual([1, 10])
})

test('a page of projects takes five statements, regardless of length', async () => {
  const { db, world } = await setUp(1)
  for (let index = 0; index < 6; index++) await addProject(db, world.home)
  const { db: recorded, statements } = recording(db)
  for (const scope of people(world)) {
    statements.length = 0
    expect((await callerAs(recorded, scope).projects.list({})).items).toHaveLength(7)
    expect(statements).toHaveLength(5)
  }
})

const onSqlite = test.runIf(inject('testDatabase').dialect === 'sqlite')

onSqlite.for<[string, (ids: { project: string; employee: string }) => Parameters<TaskList>[0]]>([
  ['tasks_newest', () => ({})],
  ['tasks_project', ({ project }) => ({ project_id: project })],
  ['tasks_status', () => ({ status: 'todo' })],
  ['tasks_board', () => ({ status: 'todo', order: 'board' })],
  ['tasks_assigned', ({ employee }) => ({ assigned_to_id: employee })],
  ['tasks_by_title', () => ({ order: 'title' })],
  ['tasks_by_status', () => ({ order: 'status', descending: true })],
  ['tasks_by_priority', () => ({ order: 'priority' })],
  ['tasks_by_due', () => ({ order: 'due' })],
  ['tasks_by_due_last', () => ({ order: 'due', descending: true })],
])('the index %s finds and orders its page without sorting', async ([index, filterOf]) => {
  const { db, world, project } = await setUp(1)
  const { db: recorded, statements } = recording(db)
  const filter = filterOf({ project: project.id, employee: world.home.employee.employeeId })
  await callerAs(recorded, world.home.owner).tasks.list(filter)
  const plan = await explain(db, statements[0])
  expect(plan).toContain(`SEARCH tasks USING INDEX ${index} `)
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
})

onSqlite.for([
  ['project', /SEARCH projects USING INDEX projects_by_name /],
  ['assignee', /SEARCH worker USING COVERING INDEX employees_by_name /],
] as const)('tasks by %s sort those of one at a time', async ([order, start]) => {
  const { db, world } = await setUp(1)
  const { db: recorded, statements } = recording(db)
  await callerAs(recorded, world.home.owner).tasks.list({ order })
  const plan = await explain(db, statements[0])
  expect(plan).toMatch(start)
  expect(plan).toMatch(/SEARCH tasks USING INDEX \S+ \(agency_id=\? AND (project_id|assigned_to_id)=\?/)
  expect(plan).not.toMatch(/SCAN tasks|TEMP B-TREE FOR ORDER BY/)
})

onSqlite('a client’s tasks are found from its projects, not by walking those of the agency', async () => {
  const { db, world } = await setUp(1)
  const { db: recorded, statements } = recording(db)
  await callerAs(recorded, world.home.client).tasks.list({})
  const plan = await explain(db, statements[0])
  expect(plan).toMatch(/^SEARCH projects USING /)
  expect(plan).toMatch(/SEARCH tasks USING INDEX \S+ \(agency_id=\? AND project_id=\?/)
})

onSqlite('subtasks come by their key, and the counters from an index alone', async () => {
  const { db, world } = await setUp(1)
  const { db: recorded, statements } = recording(db)
  const owner = callerAs(recorded, world.home.owner)
  await owner.tasks.list({})
  expect(await explain(db, statements[1])).toMatch(
    /SEARCH subtasks USING INDEX \S+ \(agency_id=\? AND task_id=\?\)/,
  )
  statements.length = 0
  await owner.tasks.counters({})
  expect(await explain(db, statements[0])).toContain('SEARCH task_tallies')
})

type TaskList = ReturnType<typeof callerAs>['tasks']['list']

/** SQLite's plan for the statement, one line per step. */
async function explain(db: Db, statement: CompiledQuery | undefined): Promise<string> {
  if (statement === undefined) throw new Error('No statement was run')
  const { sql, parameters } = statement
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  return rows.map((row) => row.detail).join('\n')
}
