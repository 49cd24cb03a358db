import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, newId, toInstant } from '#server/base/db/values.ts'
import type { DashboardDto } from '#shared/overview/dashboard.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type TestAgency } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

/** The caller's dashboard, which must be that of this role. */
async function dashboardOf<Role extends DashboardDto['role']>(
  db: Db,
  scope: SeedPerson,
  role: Role,
  now = TEST_NOW,
) {
  const dashboard = await callerAs(db, scope, { now }).dashboard.stats()
  expect(dashboard.role).toBe(role)
  return dashboard as Extract<DashboardDto, { role: Role }>
}

async function signIn(db: Db, scope: SeedPerson, daysAgo: number) {
  await db
    .insertInto('sign_in_events')
    .values({ id: newId(), user_id: scope.userId, created_at: toInstant(addDays(TEST_NOW, -daysAgo)) })
    .execute()
}

test('the platform counts its agencies now and a month ago', async () => {
  const { db, world } = await setUp()
  const { total_agencies } = await dashboardOf(db, world.admin, 'super_admin')
  expect(total_agencies).toEqual({ value: 2, change: { amount: 2, unit: 'count' } })
  const later = await dashboardOf(db, world.admin, 'super_admin', addDays(TEST_NOW, 31))
  expect(later.total_agencies).toEqual({ value: 2, change: { amount: 0, unit: 'count' } })
})

test('active users signed in during the last 30 days, each counted once', async () => {
  const { db, world } = await setUp()
  await signIn(db, world.home.owner, 1)
  await signIn(db, world.home.owner, 2)
  await signIn(db, world.home.client, 29)
  await signIn(db, world.home.owner, 45)
  await signIn(db, world.foreign.owner, 61)
  const { active_users } = await dashboardOf(db, world.admin, 'super_admin')
  expect(active_users).toEqual({ value: 2, change: { amount: 1, unit: 'count' } })
})

test('an agency sees its active projects, clients and pending tasks', async () => {
  const { db, world, owner } = await setUp()
  const design = { category: 'design', client: world.home.client.name } as const
  const website = await owner.projects.create({ ...design, name: 'Website' })
  const campaign = await owner.projects.create({ ...design, name: 'Campaign' })
  await owner.tasks.save({ title: 'Layout', project_id: website.id })
  const done = await owner.tasks.save({ title: 'Logo', project_id: website.id })
  await owner.tasks.setStatus({ id: done.id, status: 'done' })

  expect(await dashboardOf(db, world.home.owner, 'agency_admin')).toMatchObject({
    active_projects: 2,
    pending_tasks: 1,
    total_clients: { value: 1 },
  })
  await owner.projects.setArchived({ id: campaign.id, archived: true })
  expect(await dashboardOf(db, world.home.owner, 'agency_admin')).toMatchObject({ active_projects: 1 })
  expect(await dashboardOf(db, world.foreign.owner, 'agency_admin')).toMatchObject({
    active_projects: 0,
    pending_tasks: 0,
  })
})

test('clients are compared with a month ago', async () => {
  const { db, world } = await setUp()
  const later = addDays(TEST_NOW, 40)
  const owner = callerAs(db, world.home.owner, { now: later })
  await owner.clients.save({ name: 'New', email: 'new@example.test' })
  expect((await dashboardOf(db, world.home.owner, 'agency_admin', later)).total_clients).toEqual({
    value: 2,
    change: { amount: 1, unit: 'count' },
  })
  await owner.clients.setArchived({ id: world.home.client.clientId, archived: true })
  expect((await dashboardOf(db, world.home.owner, 'agency_admin', later)).total_clients).toEqual({
    value: 1,
    change: { amount: 0, unit: 'count' },
  })
})

test("a contributor sees their open tasks, today's tasks and the week", async () => {
  const { db, world, owner } = await setUp()
  const { employeeId } = world.home.employee
  const project = await owner.projects.create({
    name: 'Website',
    category: 'design',
    client: world.home.client.name,
    assigned_employee_ids: [employeeId],
  })
  const mine = { project_id: project.id, assigned_to_id: employeeId }
  await owner.tasks.save({ ...mine, title: 'Today', due_date: '2026-03-04' })
  await owner.tasks.save({ ...mine, title: 'Late', due_date: '2026-03-01' })
  await owner.tasks.save({ ...mine, title: 'Later', due_date: '2026-03-20' })
  await owner.tasks.save({ project_id: project.id, title: 'Of nobody', due_date: '2026-03-04' })
  const employee = callerAs(db, world.home.employee)
  await employee.workLog.save({
    project_id: project.id,
    time: { kind: 'duration', date: '2026-03-03', duration: '1h 30m' },
  })

  const dashboard = await dashboardOf(db, world.home.employee, 'employee')
  expect(dashboard).toMatchObject({
    my_tasks: 3,
    week_seconds: 5400,
    weekly_breakdown: [{ project_name: 'Website', seconds: 5400 }],
    timer: null,
  })
  expect(dashboard.today_tasks.map((task) => task.title)).toEqual(['Late', 'Today'])

  await owner.payouts.create({ employee_id: employeeId, description: 'March', minutes: 24 * 60 })
  const late = dashboard.today_tasks[0]
  await employee.tasks.setStatus({ id: late?.id ?? '', status: 'done' })
  await employee.workLog.start({ project_id: project.id })
  const after = await dashboardOf(db, world.home.employee, 'employee')
  expect(after).toMatchObject({
    my_tasks: 2,
    pending_payouts: [{ amount: 108_000, currency: 'USD' }],
    currency: 'USD',
    timer: { state: 'running' },
  })
  expect(after.today_tasks.map((task) => task.title)).toEqual(['Today'])
})

/** A client's payment as booked. */
async function receive(db: Db, agency: TestAgency, amount: number, daysAgo: number) {
  const instant = toInstant(addDays(TEST_NOW, -daysAgo))
  await db
    .insertInto('ledger_entries')
    .values({
      id: newId(),
      agency_id: agency.agencyId,
      direction: 'income',
      category: 'invoice',
      amount,
      currency: 'USD',
      base_amount: amount,
      description: 'Milestone',
      payment_id: null,
      expense_id: null,
      payout_id: null,
      client_id: agency.client.clientId,
      project_id: null,
      occurred_at: instant,
      occurred_on: instant.slice(0, 10),
    })
    .execute()
}

test('revenue covers the last 30 days, compared with the 30 before', async () => {
  const { db, world } = await setUp()
  await receive(db, world.home, 480_000, 6)
  await receive(db, world.home, 450_000, 40)
  await receive(db, world.foreign, 270_000, 0)
  await receive(db, world.foreign, 150_000, 45)
  await receive(db, world.foreign, 500_000, 70)
  expect(await dashboardOf(db, world.home.owner, 'agency_admin')).toMatchObject({
    monthly_revenue: { value: 480_000, change: { amount: 6.7, unit: 'percent' } },
    currency: 'USD',
  })
  expect(await dashboardOf(db, world.admin, 'super_admin')).toMatchObject({
    monthly_revenue: { value: 750_000, change: { amount: 25, unit: 'percent' } },
    growth_rate: { value: 25, change: { amount: 5, unit: 'points' } },
  })
})

test("the accounts match the dashboard's figures for the last 30 days", async () => {
  const { db, world, owner } = await setUp()
  for (const daysAgo of [0, 1, 29, 30, 31]) await receive(db, world.home, 10_000 + daysAgo, daysAgo)
  const { monthly_revenue } = await dashboardOf(db, world.home.owner, 'agency_admin')
  const { current } = await owner.finance.summary({ from: '2026-02-03', to: '2026-03-04' })
  expect(monthly_revenue.value).toBe(30_030)
  expect(current.revenue).toBe(monthly_revenue.value)
})

test('without earlier revenue no growth is shown', async () => {
  const { db, world } = await setUp()
  expect(await dashboardOf(db, world.admin, 'super_admin')).toMatchObject({
    monthly_revenue: { value: 0, change: null },
    growth_rate: { value: null, change: null },
  })
})

test('a client sees amounts due and the latest invoices, without drafts', async () => {
  const { db, world, owner } = await setUp()
  const draft = { client_id: world.home.client.clientId, due_date: '2026-04-01' }
  const items = [{ description: 'Work', quantity: 2, rate: 180_000 }]
  const { id } = await owner.invoices.save({ ...draft, title: 'Milestone', items })
  await owner.invoices.save({ ...draft, title: 'Next', items })
  expect((await dashboardOf(db, world.home.client, 'client')).pending_invoices.count).toBe(0)
  await owner.invoices.send({ id })
  const dashboard = await dashboardOf(db, world.home.client, 'client')
  expect(dashboard.pending_invoices).toEqual({
    count: 1,
    amounts: [{ amount: 360_000, currency: 'USD' }],
  })
  expect(dashboard.recent_invoices.map((invoice) => invoice.title)).toEqual(['Milestone'])
})

test('a client sees how the latest invoices were settled', async () => {
  const { db, world, owner } = await setUp()
  const sendNext = () => sendInvoiceTo(owner, world.home.client.clientId)
  const [paid, credited, lost] = [await sendNext(), await sendNext(), await sendNext()]
  await sendNext()
  const form = { method: 'cash', request_id: crypto.randomUUID() } as const
  await owner.payments.recordManual({ invoice_id: paid, amount: 360_000, ...form })
  await owner.invoices.credit({ id: credited, amount: 360_000, reason: 'Goodwill' })
  await owner.invoices.writeOff({ id: lost, reason: 'Insolvent' })
  const { recent_invoices } = await dashboardOf(db, world.home.client, 'client')
  const invoices = recent_invoices.filter(({ kind }) => kind === 'invoice')
  expect(invoices.map(({ badge }) => [badge.label, badge.status]).toSorted()).toEqual([
    ['Credited', 'credited'],
    ['Paid', 'paid'],
    ['Pending', 'pending'],
    ['Written off', 'written_off'],
  ])
})

test('a client sees their projects and unread messages', async () => {
  const { db, world, owner } = await setUp()
  await owner.clients.save({ name: 'Priya Nair', email: 'priya@example.test' })
  const project = await owner.projects.create({
    name: 'Mine',
    category: 'design',
    client: world.home.client.name,
  })
  await owner.projects.create({ name: 'Hers', category: 'design', client: 'Priya Nair' })
  await owner.messages.send({ id: newId(), project_id: project.id, content: 'Please look.' })

  const dashboard = await dashboardOf(db, world.home.client, 'client')
  expect(dashboard).toMatchObject({ active_projects: 1, unread_messages: 1 })
  expect(dashboard.projects.map((row) => row.name)).toEqual(['Mine'])
})

test('people without an agency see zeros', async () => {
  const { db, world } = await setUp()
  expect(await dashboardOf(db, world.waitingEmployee, 'employee')).toMatchObject({
    my_tasks: 0,
    week_seconds: 0,
    pending_payouts: [{ amount: 0, currency: 'USD' }],
    today_tasks: [],
    weekly_breakdown: [],
  })
  expect(await dashboardOf(db, world.waitingClient, 'client')).toMatchObject({
    active_projects: 0,
    unread_messages: 0,
    pending_invoices: { count: 0, amounts: [] },
    projects: [],
    recent_invoices: [],
  })
})

test('an unknown role gets no figures', async () => {
  const { db, world } = await setUp()
  const stranger = callerAs(db, { ...world.home.owner, role: null })
  await expect(stranger.dashboard.stats()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
