import { expect, test } from 'vitest'
import type { Page } from '#shared/base/paging.ts'
import { CLIENT_SORTS, type ClientDto, type ClientSort } from '#shared/people/clients.ts'
import { EMPLOYEE_SORTS, type EmployeeDto, type EmployeeSort } from '#shared/people/employees.ts'
import { PROJECT_SORTS, PROJECT_STATUSES, type ProjectDto, type ProjectSort } from '#shared/work/projects.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { addProject, addTask } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  for (const [name, company] of [
    ['zoe', 'Acme'],
    ['Bob', null],
    ['anna', 'bolt'],
  ] as const) {
    await owner.clients.save({ name, company, email: `${name}@example.test` })
    await owner.employees.save({ name: `${name} W`, role: `role ${name}`, email: `${name}@work.test` })
  }
  const names = ['Zebra', 'apple', 'Éclair', 'mango', 'apple']
  for (const [index, name] of names.entries()) {
    const client = index % 2 === 0 ? 'zoe' : 'anna'
    const project = await addProject(db, world.home, {
      name,
      client,
      start_date: '2026-01-01',
      delivery_date: `2026-04-1${(index * 3) % 5}`,
    })
    const me = world.home.employee.employeeId
    for (let task = 0; task <= index; task++) {
      await addTask(db, world.home.owner, project.id, {
        status: task === 0 ? 'done' : 'todo',
        assigned_to_id: me,
      })
    }
    if (index === 2) await owner.projects.setStatus({ id: project.id, status: 'completed' })
  }
  await callerAs(db, world.home.employee).workLog.save({
    time: { kind: 'duration', date: '2026-03-03', duration: '2h' },
  })
  const [zoe] = (await owner.clients.list({ search: 'zoe' })).items
  await sendInvoiceTo(owner, zoe?.id ?? '')
  return { db, world, owner }
}

type List<Item> = (input: { cursor: string | null; limit: number }) => Promise<Page<Item>>

async function all<Item extends { id: string }>(list: List<Item>): Promise<Item[]> {
  const seen: Item[] = []
  let cursor: string | null = null
  do {
    const page: Page<Item> = await list({ cursor, limit: 2 })
    seen.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  return seen
}

/** Missing values come last in both directions; everything else in order. */
function expectSorted(keys: (string | number | null)[], descending: boolean) {
  const known = keys.filter((key) => key !== null)
  expect(keys).toEqual([...known, ...keys.filter((key) => key === null)])
  const upwards = known.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  expect(known).toEqual(descending ? upwards.toReversed() : upwards)
}

const project: Record<ProjectSort, (row: ProjectDto) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  client: (row) => row.client.name.toLowerCase(),
  status: (row) => PROJECT_STATUSES.indexOf(row.status),
  progress: (row) => row.progress,
  due: (row) => row.delivery_date,
}
const client: Record<ClientSort, (row: ClientDto) => string | number | null> = {
  name: (row) => row.name.toLowerCase(),
  company: (row) => row.company?.toLowerCase() ?? null,
  projects: (row) => row.active_project_count,
  outstanding: (row) => row.outstanding_amount,
  invoiced: (row) => row.last_invoice_on ?? '',
  paid: (row) => row.last_payment_on ?? '',
}
const employee: Record<EmployeeSort, (row: EmployeeDto) => string | number> = {
  name: (row) => row.name.toLowerCase(),
  role: (row) => row.role,
  tasks: (row) => row.open_tasks,
  hours: (row) => row.week_seconds,
  active: (row) => row.last_active_at ?? '',
}

test.for([false, true])(
  'each list can be sorted by each column across pages, descending: %s',
  async (descending) => {
    const { owner } = await setUp()
    for (const order of PROJECT_SORTS) {
      const rows = await all((page) => owner.projects.list({ ...page, order, descending }))
      expect(rows).toHaveLength(5)
      const keys = rows.map(project[order])
      // SQLite's case folding is ASCII-only, so accented letters sort differently.
      expectSorted(order === 'name' ? keys.filter((key) => key !== 'éclair') : keys, descending)
    }
    for (const order of CLIENT_SORTS) {
      const rows = await all((page) => owner.clients.list({ ...page, order, descending }))
      expect(rows).toHaveLength(4)
      expectSorted(rows.map(client[order]), descending)
    }
    for (const order of EMPLOYEE_SORTS) {
      const rows = await all((page) => owner.employees.list({ ...page, order, descending }))
      expect(rows).toHaveLength(4)
      expectSorted(rows.map(employee[order]), descending)
    }
  },
)

test("each row's facts come from its own records", async () => {
  const { owner, world } = await setUp()
  const [zoe] = (await owner.clients.list({ search: 'zoe' })).items
  expect(zoe).toMatchObject({
    project_count: 3,
    active_project_count: 2,
    outstanding_amount: 3600_00,
    last_invoice_on: '2026-03-04',
    last_payment_on: null,
  })
  const me = await owner.employees.get({ id: world.home.employee.employeeId })
  expect(me).toMatchObject({ open_tasks: 10, week_seconds: 7200 })
  const [bob] = (await owner.employees.list({ search: 'Bob' })).items
  expect(bob).toMatchObject({ open_tasks: 0, week_seconds: 0, last_active_at: null })
})

test('sorting respects filters and visibility', async () => {
  const { db, owner, world } = await setUp()
  const active = await owner.projects.list({ order: 'name', active: true, search: 'apple' })
  expect(active.items.map(({ name }) => name)).toEqual(['apple', 'apple'])
  const stranger = callerAs(db, world.foreign.owner)
  expect((await stranger.projects.list({ order: 'client' })).items).toEqual([])
  expect((await callerAs(db, world.home.client).projects.list({ order: 'due' })).items).toEqual([])
  const cursor = Buffer.from('["x","y"]').toString('base64url')
  await expect(owner.clients.list({ order: 'projects', cursor })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('tasks sorted by project and assignee continue within a project across pages', async () => {
  const { db, owner, world } = await setUp()
  for (const order of ['project', 'assignee'] as const) {
    for (const descending of [false, true]) {
      const rows = await all((page) => owner.tasks.list({ ...page, order, descending }))
      expect(rows).toHaveLength(15)
      const runs = rows.map((task) => task.project_id).filter((id, index, ids) => id !== ids[index - 1])
      if (order === 'project') expect(new Set(runs).size).toBe(runs.length)
    }
  }
  const bad = Buffer.from('["x","y"]').toString('base64url')
  await expect(owner.tasks.list({ order: 'project', cursor: bad })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect((await callerAs(db, world.foreign.employee).tasks.list({ order: 'assignee' })).items).toEqual([])
})
