import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { type Caller, callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

type ListInput = NonNullable<Parameters<Caller['tasks']['list']>[0]>

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const projects = [
    await addProject(db, world.home, { name: 'Zebra' }),
    await addProject(db, world.home, { name: 'apple' }),
  ]
  const dates = [
    ['2026-02-27', '2026-03-02'],
    ['2026-03-31', '2026-04-01'],
    ['2025-12-20', '2026-06-01'],
    ['2026-03-10', '2026-03-12'],
    ['2026-03-10', null],
    [null, '2026-03-31'],
    [null, '2026-02-28'],
    ['2026-04-01', null],
    ['2025-01-01', '2026-02-28'],
    [null, null],
  ]
  for (const [index, [start_date, due_date]] of dates.entries()) {
    const project = projects[index % 2] ?? projects[0]
    const title = `${start_date ?? ''}/${due_date ?? ''}`
    await addTask(db, world.home.owner, project?.id ?? '', { title, start_date, due_date })
  }
  return { db, world, projects, owner: callerAs(db, world.home.owner) }
}

async function readAll(caller: Caller, input: ListInput): Promise<TaskDto[]> {
  const seen: TaskDto[] = []
  let cursor: string | null = null
  do {
    const page: { items: TaskDto[]; nextCursor: string | null } = await caller.tasks.list({
      ...input,
      cursor,
    })
    seen.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return seen
}

const MARCH = { from: '2026-03-01', to: '2026-03-31', order: 'timeline' } as const

test('the timeline lists the tasks of its days by project and first day, page by page', async () => {
  const { owner } = await setUp()
  const expected = [
    ['apple', '2026-03-10/2026-03-12'],
    ['apple', '2026-03-31/2026-04-01'],
    ['apple', '/2026-03-31'],
    ['Zebra', '2025-12-20/2026-06-01'],
    ['Zebra', '2026-02-27/2026-03-02'],
    ['Zebra', '2026-03-10/'],
  ]
  for (const limit of [1, 2, 50]) {
    const tasks = await readAll(owner, { ...MARCH, limit })
    const seen = tasks.map((task) => [task.project.name, task.title])
    // Those that start on the same day are in any order.
    expect(seen.toSorted()).toEqual(expected.toSorted())
    expect(tasks.map((task) => task.start_date ?? task.due_date)).toEqual(
      expected.map(([, title]) => (title ?? '').replace(/^\//, '').slice(0, 10)),
    )
  }
})

test('tasks without dates are listed on their own, and last if no days are given', async () => {
  const { owner } = await setUp()
  const undated = await readAll(owner, { undated: true })
  expect(undated.map(({ title }) => title)).toEqual(['/'])
  const all = await readAll(owner, { order: 'timeline', limit: 3 })
  expect(new Set(all.map(({ id }) => id)).size).toBe(10)
  const names = all.map(({ project }) => project.name)
  expect(names).toEqual([...Array(5).fill('apple'), ...Array(5).fill('Zebra')])
  expect(all[4]?.title).toBe('/')
})

test('the filters of the list apply to the timeline', async () => {
  const { owner, projects } = await setUp()
  const [zebra] = projects
  const ofProject = await readAll(owner, { ...MARCH, project_id: zebra?.id })
  expect(ofProject.map(({ project }) => project.name)).toEqual(['Zebra', 'Zebra', 'Zebra'])
  const found = await readAll(owner, { ...MARCH, search: '2026-03-12' })
  expect(found.map(({ title }) => title)).toEqual(['2026-03-10/2026-03-12'])
  await owner.tasks.setStatus({ id: found[0]?.id ?? '', status: 'done' })
  expect(await readAll(owner, { ...MARCH, open: true })).toHaveLength(5)
  expect(await readAll(owner, { ...MARCH, due: 'none' })).toHaveLength(1)
})

test('clients see only their own projects’ tasks, and nobody those of another agency', async () => {
  const { db, world, owner } = await setUp()
  await owner.clients.save({ name: 'Second Client', email: 'second@client.test' })
  const hidden = await addProject(db, world.home, { name: 'Hidden', client: 'Second Client' })
  const dates = { start_date: '2026-03-05', due_date: '2026-03-06' }
  const task = await addTask(db, world.home.owner, hidden.id, { title: 'Hidden', ...dates })
  const titlesFor = async (person: SeedPerson, input: ListInput) =>
    (await readAll(callerAs(db, person), input)).map(({ title }) => title)
  expect(await titlesFor(world.home.owner, MARCH)).toContain('Hidden')
  expect(await titlesFor(world.home.client, MARCH)).toHaveLength(6)
  expect(await titlesFor(world.foreign.owner, MARCH)).toEqual([])
  await owner.tasks.bulk({ ids: [task.id], action: 'start', start_date: null })
  await owner.tasks.bulk({ ids: [task.id], action: 'due', due_date: null })
  expect(await titlesFor(world.home.client, { undated: true })).toEqual(['/'])
  expect(await titlesFor(world.foreign.client, { undated: true })).toEqual([])
})
