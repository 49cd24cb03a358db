import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, newId, toInstant } from '#server/base/db/values.ts'
import { type ChartsDto, TREND_POINTS } from '#shared/overview/charts.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld, type TestAgency } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner) }
}

async function chartsOf<Role extends ChartsDto['role']>(
  db: Db,
  scope: SeedPerson,
  role: Role,
  now = TEST_NOW,
) {
  const charts = await callerAs(db, scope, { now }).dashboard.charts()
  expect(charts.role).toBe(role)
  return charts as Extract<ChartsDto, { role: Role }>
}

interface Entry {
  direction: 'income' | 'expense' | 'liability'
  amount: number
  day: string
  category?: string
  tax?: number
  currency?: string
  /** Null while the exchange rate is missing. */
  base?: number | null
}

async function book(db: Db, agency: TestAgency, entry: Entry) {
  const { direction, amount, day, category = 'invoices', tax = 0, currency = 'USD', base = amount } = entry
  await db
    .insertInto('ledger_entries')
    .values({
      id: newId(),
      agency_id: agency.agencyId,
      direction,
      category,
      amount,
      currency,
      base_amount: base,
      tax,
      base_tax: tax,
      description: 'Entry',
      payment_id: null,
      expense_id: null,
      payout_id: null,
      client_id: agency.client.clientId,
      project_id: null,
      occurred_at: `${day}T10:00:00.000Z`,
      occurred_on: day,
    })
    .execute()
}

test('cash is income and expenses by month, including tax, in the base currency', async () => {
  const { db, world } = await setUp()
  await book(db, world.home, { direction: 'income', amount: 12_000, tax: 2_000, day: '2026-03-02' })
  await book(db, world.home, { direction: 'expense', amount: 5_000, day: '2026-03-03' })
  await book(db, world.home, { direction: 'income', amount: 7_000, day: '2025-04-01' })
  await book(db, world.home, { direction: 'income', amount: 9_000, day: '2025-03-31' })
  await book(db, world.home, {
    direction: 'income',
    amount: 400,
    base: 440,
    currency: 'EUR',
    day: '2026-02-10',
  })
  await book(db, world.home, {
    direction: 'income',
    amount: 99,
    base: null,
    currency: 'JPY',
    day: '2026-02-10',
  })
  await book(db, world.foreign, { direction: 'income', amount: 77_000, day: '2026-03-02' })
  const { months, currency, trends } = await chartsOf(db, world.home.owner, 'agency_admin')
  expect(currency).toBe('USD')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-04', cash_in: 7_000, cash_out: 0 })
  expect(months.slice(-2)).toEqual([
    { month: '2026-02', cash_in: 440, cash_out: 0 },
    { month: '2026-03', cash_in: 12_000, cash_out: 5_000 },
  ])
  // The tile covers 30 days, net of tax.
  expect(trends.monthly_revenue).toHaveLength(TREND_POINTS)
  expect(trends.monthly_revenue.at(-1)).toBe(10_440)
})

test('applied credit counts as received once, and granted credit never', async () => {
  const { db, world } = await setUp()
  await book(db, world.home, { direction: 'liability', amount: 500, category: 'deposits', day: '2026-03-01' })
  await book(db, world.home, {
    direction: 'liability',
    amount: -500,
    category: 'client_credit',
    day: '2026-03-02',
  })
  await book(db, world.home, { direction: 'income', amount: 500, day: '2026-03-02' })
  await book(db, world.home, {
    direction: 'liability',
    amount: 800,
    category: 'credit_adjustments',
    day: '2026-03-02',
  })
  const { months } = await chartsOf(db, world.home.owner, 'agency_admin')
  expect(months.at(-1)).toMatchObject({ cash_in: 500, cash_out: 0 })
})

test("a trend ends with its tile's figure", async () => {
  const { db, world } = await setUp()
  const later = addDays(TEST_NOW, 100)
  await callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 80) }).clients.save({
    name: 'New',
    email: 'new@example.test',
  })
  await callerAs(db, world.home.owner, { now: addDays(TEST_NOW, 90) }).clients.setArchived({
    id: world.home.client.clientId,
    archived: true,
  })
  const { trends } = await chartsOf(db, world.home.owner, 'agency_admin', later)
  const stats = await callerAs(db, world.home.owner, { now: later }).dashboard.stats()
  expect(trends.total_clients).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
  expect(stats).toMatchObject({ total_clients: { value: 1 } })
})

test('open tasks follow additions and completions, excluding archived projects', async () => {
  const { db, world } = await setUp()
  const later = addDays(TEST_NOW, 100)
  const at = (days: number) => callerAs(db, world.home.owner, { now: addDays(TEST_NOW, days) })
  const design = { category: 'design', client: world.home.client.name } as const
  const [website, old] = [
    await at(0).projects.create({ ...design, name: 'Website' }),
    await at(0).projects.create({ ...design, name: 'Old' }),
  ]
  const first = await at(1).tasks.save({ title: 'First', project_id: website.id })
  await at(50).tasks.save({ title: 'Second', project_id: website.id })
  await at(50).tasks.save({ title: 'Of the old one', project_id: old.id })
  await at(80).tasks.setStatus({ id: first.id, status: 'done' })
  await at(90).projects.setArchived({ id: old.id, archived: true })
  const { trends } = await chartsOf(db, world.home.owner, 'agency_admin', later)
  // Relative to today's number.
  expect(trends.pending_tasks?.slice(-5)).toEqual([-1, 0, 0, 1, 0])
})

test('hours are shown by person, this week next to their average', async () => {
  const { db, world } = await setUp()
  const worker = callerAs(db, world.home.employee)
  const log = (date: string, duration: string, billable: boolean) =>
    worker.workLog.save({ time: { kind: 'duration', date, duration }, billable })
  await log('2026-03-02', '2h', false)
  await log('2026-03-03', '3h', true)
  await log('2026-02-24', '8h', true)
  await log('2026-01-20', '8h', true)
  const { people, week_start, other_people } = await chartsOf(db, world.home.owner, 'agency_admin')
  expect(week_start).toBe('2026-03-02')
  expect(people).toEqual([
    {
      user_id: world.home.employee.userId,
      name: world.home.employee.name,
      seconds: 5 * 3600,
      billable_seconds: 3 * 3600,
      usual_seconds: 2 * 3600,
    },
  ])
  expect(other_people).toBe(0)
  expect((await chartsOf(db, world.foreign.owner, 'agency_admin')).people).toEqual([])
})

test('projects are listed with dates, by earliest due date and without completed ones', async () => {
  const { db, world, owner } = await setUp()
  const design = { category: 'design', client: world.home.client.name } as const
  await owner.projects.create({ ...design, name: 'Later', delivery_date: '2026-06-01' })
  await owner.projects.create({ ...design, name: 'Sooner', delivery_date: '2026-04-01' })
  const done = await owner.projects.create({ ...design, name: 'Done', delivery_date: '2026-03-01' })
  await owner.projects.setStatus({ id: done.id, status: 'completed' })
  const { projects, other_projects } = await chartsOf(db, world.home.owner, 'agency_admin')
  expect(projects.map(({ name }) => name)).toEqual(['Sooner', 'Later'])
  expect(projects[0]).toMatchObject({ delivery_date: '2026-04-01', progress: 0, status: 'planning' })
  expect(other_projects).toBe(0)
})

test('a contributor sees their days, previous weeks, and what is due soon', async () => {
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
  await owner.tasks.save({ ...mine, title: 'Friday', due_date: '2026-03-06' })
  await owner.tasks.save({ ...mine, title: 'Tomorrow', due_date: '2026-03-05' })
  await owner.tasks.save({ ...mine, title: 'Next month', due_date: '2026-04-20' })
  await owner.tasks.save({ project_id: project.id, title: 'Of nobody', due_date: '2026-03-05' })
  const worker = callerAs(db, world.home.employee)
  for (const [date, duration] of [
    ['2026-03-03', '1h 30m'],
    ['2026-02-25', '4h'],
  ] as const) {
    await worker.workLog.save({ project_id: project.id, time: { kind: 'duration', date, duration } })
  }
  const charts = await chartsOf(db, world.home.employee, 'employee')
  expect(charts.coming_tasks.map(({ title }) => title)).toEqual(['Tomorrow', 'Friday'])
  expect(charts.free_tasks.map(({ title }) => title)).toEqual(['Of nobody'])
  expect(charts.days).toHaveLength(7)
  expect(charts.days.filter(({ seconds }) => seconds > 0)).toEqual([{ day: '2026-03-03', seconds: 5400 }])
  expect(charts.trends.week_seconds).toHaveLength(TREND_POINTS)
  expect(charts.trends.week_seconds.slice(-3)).toEqual([0, 14_400, 5400])
  expect(charts.trends.my_tasks?.slice(-2)).toEqual([-4, 0])
})

/** A client's payment as stored. */
async function pay(
  db: Db,
  agency: TestAgency,
  fields: { amount: number; refunded?: number; currency?: string },
) {
  const instant = toInstant(addDays(TEST_NOW, -2))
  await db
    .insertInto('payments')
    .values({
      id: newId(),
      payee: 'agency',
      agency_id: agency.agencyId,
      purpose: 'invoice',
      method: 'bank',
      invoice_id: null,
      client_id: agency.client.clientId,
      plan_id: null,
      payer_agency_id: null,
      payer_user_id: null,
      payer_name: agency.client.name,
      currency: 'USD',
      status: 'succeeded',
      description: 'Paid',
      provider: 'manual',
      provider_payment_id: null,
      provider_customer_id: null,
      provider_subscription_id: null,
      provider_bill_id: null,
      method_token: null,
      idempotency_key: newId(),
      request_key: null,
      refund_key: null,
      receipt_number: null,
      card_brand: null,
      card_last4: null,
      failure_message: null,
      paid_at: instant,
      created_at: instant,
      updated_at: instant,
      ...fields,
    } as never)
    .execute()
}

test('a client sees payments less refunds, by currency', async () => {
  const { db, world } = await setUp()
  await pay(db, world.home, { amount: 10_000, refunded: 2_500 })
  await pay(db, world.home, { amount: 3_000, currency: 'EUR' })
  await pay(db, world.foreign, { amount: 99_000 })
  const { paid, hours } = await chartsOf(db, world.home.client, 'client')
  expect(paid?.map(({ currency, months }) => [currency, months.at(-1)])).toEqual([
    ['EUR', { month: '2026-03', amount: 3_000 }],
    ['USD', { month: '2026-03', amount: 7_500 }],
  ])
  expect(hours).toBeNull()
})

test('a client sees only hours of shared projects, and no private notes', async () => {
  const { db, world, owner } = await setUp()
  const design = { category: 'design', client: world.home.client.name } as const
  const [shared, hidden] = [
    await owner.projects.create({ ...design, name: 'Shared' }),
    await owner.projects.create({ ...design, name: 'Hidden' }),
  ]
  await db.updateTable('projects').set({ share_hours: 1 }).where('id', '=', shared.id).execute()
  const worker = callerAs(db, world.home.employee)
  const time = (duration: string) => ({ kind: 'duration' as const, date: '2026-03-03', duration })
  await worker.workLog.save({ project_id: shared.id, time: time('2h') })
  await worker.workLog.save({ project_id: hidden.id, time: time('5h') })
  await callerAs(db, world.home.client).workLog.save({ time: time('1h') })
  const { hours } = await chartsOf(db, world.home.client, 'client')
  expect(hours?.at(-1)).toEqual({ month: '2026-03', seconds: 7200 })
})

test('a contact without invoice access gets no amounts, one without projects no hours', async () => {
  const { db, world, owner } = await setUp()
  const project = await owner.projects.create({
    category: 'design',
    client: world.home.client.name,
    name: 'Shared',
  })
  await db.updateTable('projects').set({ share_hours: 1 }).where('id', '=', project.id).execute()
  await callerAs(db, world.home.employee).workLog.save({
    project_id: project.id,
    time: { kind: 'duration', date: '2026-03-03', duration: '2h' },
  })
  await pay(db, world.home, { amount: 10_000 })
  const contact = (seesProjects: boolean, seesBilling: boolean) =>
    ({ ...world.home.client, contact: { seesProjects, seesBilling } }) as SeedPerson
  const withoutBills = await chartsOf(db, contact(true, false), 'client')
  expect(withoutBills.paid).toBeNull()
  expect(withoutBills.trends.pending_invoices).toBeNull()
  expect(withoutBills.hours).not.toBeNull()
  expect((await chartsOf(db, contact(false, true), 'client')).hours).toBeNull()
})

test('the platform sees the history of its figures', async () => {
  const { db, world } = await setUp()
  await book(db, world.home, { direction: 'income', amount: 480_000, day: '2026-03-01' })
  await book(db, world.foreign, { direction: 'income', amount: 240_000, day: '2026-01-25' })
  const { trends } = await chartsOf(db, world.admin, 'super_admin')
  const stats = await callerAs(db, world.admin).dashboard.stats()
  expect(trends.total_agencies.at(-1)).toBe(2)
  expect(trends.monthly_revenue.slice(-2)).toEqual([240_000, 480_000])
  expect(stats).toMatchObject({ monthly_revenue: { value: 480_000 }, total_agencies: { value: 2 } })
  expect(trends.active_users).toHaveLength(TREND_POINTS)
  expect(trends.growth_rate).toBeNull()
})

test('people without an agency see empty charts, and an unknown role none', async () => {
  const { db, world } = await setUp()
  const waiting = await chartsOf(db, world.waitingEmployee, 'employee')
  expect(waiting.coming_tasks).toEqual([])
  expect(waiting.free_tasks).toEqual([])
  expect(waiting.trends.my_tasks).toBeNull()
  expect(await chartsOf(db, world.waitingClient, 'client')).toMatchObject({ paid: null, hours: null })
  const stranger = callerAs(db, { ...world.home.owner, role: null })
  await expect(stranger.dashboard.charts()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test("dashboard projects match their own page: dates, time budget and the caller's day", async () => {
  const { db, world, owner } = await setUp()
  const client = world.home.client.name
  const undated = await owner.projects.create({ name: 'Undated', category: 'design', client })
  const spent = await owner.projects.create({ name: 'Spent', category: 'design', client })
  await owner.workLog.save({
    project_id: spent.id,
    time: { kind: 'duration', date: '2026-03-03', duration: '2h' },
  })
  await owner.timesheets.saveProjectTime({
    project_id: spent.id,
    share_hours: false,
    billing_rate: null,
    budget: { kind: 'hours', amount: 60 },
  })
  const healthOf = async (id: string) =>
    (await chartsOf(db, world.home.owner, 'agency_admin')).projects.find((project) => project.id === id)
      ?.health
  expect(await healthOf(undated.id)).toEqual({ state: 'on_track', reason: '0% done, due today' })
  expect(await healthOf(spent.id)).toEqual({
    state: 'at_risk',
    reason: '200% of the time budget used, 0% done',
  })
  const next = await chartsOf(db, world.home.owner, 'agency_admin', addDays(TEST_NOW, 1))
  expect(next.projects.find(({ id }) => id === undated.id)?.health?.state).toBe('late')
})
