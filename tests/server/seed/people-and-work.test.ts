import { expect, test } from 'vitest'
import { seedDemo } from '#scripts/seed/demo/index.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { openDemo } from '#tests/support/demo.ts'
import { openBrowser } from '#tests/support/servers/browser.ts'
import { createWorld } from '#tests/support/world.ts'

const DEMO = { config: { demo: true } }

const demo = openDemo()

test('the demo counts 24 agencies, 20 active and 4 on trial, 131 contributors, 143 projects and 160 people', async () => {
  const { db } = demo()
  const count = async (table: 'agencies' | 'employees' | 'projects' | 'profiles') =>
    (await db.selectFrom(table).select('id').execute()).length
  expect(await count('agencies')).toBe(24)
  expect(await count('employees')).toBe(131)
  expect(await count('projects')).toBe(143)
  expect(await count('profiles')).toBe(160)
  const trials = await db.selectFrom('agencies').select('name').where('status', '=', 'trial').execute()
  expect(trials.map((agency) => agency.name).sort()).toEqual([
    'Copper Pine',
    'Harbor Light Media',
    'Northgate Sketch',
    'Velvet Antenna',
  ])
})

test('148 people joined in the last 30 days and 132 in the 30 before, also two weeks later', async () => {
  const { db } = demo()
  const active = async (from: number, to: number, now: Date) => {
    const day = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
    const rows = await db
      .selectFrom('sign_in_events')
      .select('user_id')
      .distinct()
      .where('created_at', '>=', day(from))
      .where('created_at', '<', day(to))
      .execute()
    return rows.length
  }
  for (const days of [0, 14]) {
    const now = new Date(TEST_NOW.getTime() + days * 86_400_000)
    expect(await active(30, 0, now)).toBe(148)
    expect(await active(60, 30, now)).toBe(132)
  }
})

test('the four demo accounts sign in with the shared password, three of them in one agency', async () => {
  const { db, world } = demo()
  const info = await (await openBrowser(db, DEMO).api()).auth.info()
  const agencies: (string | null | undefined)[] = []
  for (const { email } of info.demo_accounts) {
    const browser = openBrowser(db, DEMO)
    const { redirect_delay_ms } = await (await browser.api()).auth.signIn({
      email,
      password: info.demo_password ?? '',
    })
    expect(redirect_delay_ms).toBe(500)
    agencies.push((await (await browser.api()).auth.session()).user?.agency_id)
  }
  const home = world.home.owner.agencyId
  expect(agencies).toEqual([null, home, home, home])
})

test('the demo agency shows the specified projects, tasks, clients and contributors', async () => {
  const { db, world } = demo()
  const owner = callerAs(db, { ...world.home.owner, now: TEST_NOW })
  const projects = (await owner.projects.list({})).items.map(({ name, status, progress, total_price }) => [
    name,
    status,
    progress,
    total_price,
  ])
  expect(projects.sort()).toEqual([
    ['Harbor Brand Refresh', 'completed', 100, 450_000],
    ['Harbor Spring Campaign', 'review', 90, 600_000],
    ['Harbor Website Redesign', 'in_progress', 65, 1_200_000],
    ['Lumen Mobile App', 'planning', 0, 1_800_000],
  ])
  expect(await owner.tasks.counters({})).toMatchObject({
    total: 10,
    todo: 4,
    in_progress: 3,
    review: 1,
    done: 2,
  })
  expect(await owner.clients.counters()).toMatchObject({ total_clients: 3, active_projects: 3 })
  expect(await owner.employees.counters()).toMatchObject({
    total_employees: 3,
    active_projects: 3,
    avg_performance: 92,
  })
  const marcus = (await owner.clients.list({ search: 'Marcus' })).items[0]
  expect(marcus).toMatchObject({ phone: null, company: null, address: null, portal_access: false })
})

test('the contributor has three open tasks, two due on the day of seeding', async () => {
  const { db, world } = demo()
  const emma = world.home.contributors[0]
  const open = await db
    .selectFrom('tasks')
    .select(['title', 'due_date'])
    .where('assigned_to_id', '=', emma?.employeeId ?? '')
    .where('status', '!=', 'done')
    .orderBy('title')
    .execute()
  expect(open.map((task) => task.title)).toEqual([
    'Accessibility pass',
    'Build homepage layout',
    'Contact form API',
  ])
  expect(open.filter((task) => task.due_date === '2026-03-04')).toHaveLength(2)
})

test('seeding again changes nothing, and no demo account gets an email', async () => {
  const { db } = demo()
  const before = await db.selectFrom('activity').select('id').execute()
  expect(await seedDemo(testServices(db, DEMO), TEST_NOW)).toBeNull()
  expect(await db.selectFrom('activity').select('id').execute()).toHaveLength(before.length)
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
})

test("a database with its own accounts isn't mixed with the demo", async () => {
  const other = await createTestDatabase()
  await createWorld(other.db)
  await expect(seedDemo(testServices(other.db, DEMO), TEST_NOW)).rejects.toThrow('already has other accounts')
})

test('the owner and the first contributor have quick tasks; the platform and the client start with none', async () => {
  const { db, world } = demo()
  const counters = (person: Parameters<typeof callerAs>[1]) =>
    callerAs(db, person, { now: TEST_NOW }).quickTasks.counters()
  expect(await counters(world.home.owner)).toEqual({ pending: 3, completed: 1, overdue: 0, today: 1 })
  const [emma] = world.home.contributors
  if (emma === undefined) throw new Error('The home agency has no contributor')
  expect(await counters(emma)).toEqual({ pending: 2, completed: 0, overdue: 0, today: 1 })
  const [admin] = world.staff
  if (admin === undefined) throw new Error('The demo has no platform staff')
  for (const person of [admin, world.client]) {
    expect(await counters(person)).toEqual({ pending: 0, completed: 0, overdue: 0, today: 0 })
  }
})
