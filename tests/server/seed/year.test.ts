import { expect, test } from 'vitest'
import { revenueOf, revenueOfAll } from '#server/money/ledger/queries/revenue.ts'
import { comparedDays } from '#server/overview/dashboard/rules.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { marginPercent, PROFIT_BASES } from '#shared/money/ledger/profit.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo.ts'

const demo = openDemo({ year: true })

const asOwner = () => callerAs(demo().db, demo().world.home.owner, { now: TEST_NOW })

test("the demo agency's year preserves the specified figures", async () => {
  const { db, world } = demo()
  const admin = callerAs(db, world.staff[0] ?? null, { now: TEST_NOW })
  expect(await admin.agencies.counters()).toMatchObject({
    total: 24,
    active: 20,
    trial: 4,
    revenue: 12_420_000,
  })
  const earned = async (before: number) =>
    (await revenueOfAll(ctxFor(db, null), comparedDays('2026-03-04', before))).amount
  expect([await earned(0), await earned(1), await earned(2)]).toEqual([3_795_000, 3_300_000, 3_000_000])
  for (const person of [world.staff[0] ?? null, world.home.owner, world.home.contributors[0] ?? null]) {
    const caller = callerAs(db, person, { now: TEST_NOW })
    expect(await caller.notifications.unreadCount()).toBe(3)
    expect((await caller.schedule.counters({})).today).toBe(3)
  }
  const client = callerAs(db, world.client, { now: TEST_NOW })
  expect(await client.notifications.unreadCount()).toBe(3)
  expect(await client.messages.unreadCount()).toBe(2)
  expect((await asOwner().packages.subscription())?.plan.name).toBe('Basic')
  const { items } = await asOwner().invoices.list({ search: 'INV-1004' })
  expect(items[0]).toMatchObject({ title: 'Website Redesign, milestone 2', amount: 360_000 })
})

test('amounts added to the demo agency are taken from the others, to the dollar', async () => {
  const { db, world } = demo()
  const home = await revenueOf(ctxFor(db, null), world.home.owner.agencyId, { from: null, to: null })
  expect(home).toBe(100 * world.home.figures.revenue.reduce((sum, dollars) => sum + dollars, 0))
  expect(home).toBeGreaterThan(2_500_000)
})

test('every month has income and expenses, and ledger and documents agree', async () => {
  const { db, world } = demo()
  const owner = asOwner()
  for (let month = 1; month <= 11; month++) {
    const from = new Date(Date.UTC(2026, 2 - month, 1)).toISOString().slice(0, 10)
    const to = new Date(Date.UTC(2026, 3 - month, 0)).toISOString().slice(0, 10)
    const { current } = await owner.finance.summary({ from, to })
    expect(current.revenue, from).toBeGreaterThan(0)
    expect(current.expenses, from).toBeGreaterThan(0)
  }
  expect(await bookDifferencesOf(ctxFor(db, null), world.home.owner.agencyId)).toEqual([])
})

test('long lists have a second page, and every status has an example', async () => {
  const owner = asOwner()
  for (const { nextCursor } of [
    await owner.tasks.list({}),
    await owner.invoices.list({}),
    await owner.finance.transactions({}),
    await owner.activity.list({}),
  ])
    expect(nextCursor).not.toBeNull()
  const statuses = new Set((await owner.invoices.list({ limit: 100 })).items.map(({ status }) => status))
  expect([...statuses].sort()).toEqual(['draft', 'overdue', 'paid', 'pending', 'sent', 'void'])
  const projects = (await owner.projects.list({ limit: 100 })).items
  expect(new Set(projects.map(({ status }) => status)).size).toBe(4)
  expect(projects.length).toBeGreaterThan(15)
  expect(projects.filter(({ status }) => status !== 'completed').length).toBeLessThanOrEqual(5)
})

test('nothing is in the future', async () => {
  const { db } = demo()
  for (const [table, column] of [
    ['activity', 'created_at'],
    ['task_comments', 'created_at'],
    ['messages', 'created_at'],
    ['time_entries', 'ended_at'],
    ['payments', 'created_at'],
  ] as const) {
    const last = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max(column as never).as('last'))
      .executeTakeFirstOrThrow()
    expect(String(last.last) <= TEST_NOW.toISOString(), table).toBe(true)
  }
})

test('the demo agency makes a plausible profit, overall and with nearly every project', async () => {
  const owner = asOwner()
  const [from, to] = ['2025-03-05', '2026-03-04']
  for (const basis of PROFIT_BASES) {
    for (const period of [{}, { from, to }]) {
      const { total } = await owner.finance.profits({ ...period, basis })
      const percent = marginPercent(total)
      expect(percent, basis).toBeGreaterThanOrEqual(10)
      expect(percent, basis).toBeLessThanOrEqual(45)
    }
  }
  const { rows } = await owner.finance.profits({})
  const projects = rows.filter(({ id }) => id !== null)
  const earned = projects.reduce((sum, { margin }) => sum + margin, 0)
  expect(earned).toBeGreaterThan(0)
  // One has a phase that isn't invoiced yet.
  expect(projects.filter(({ margin }) => margin < 0).map(({ name }) => name)).toEqual(['Lumen Mobile App'])
  const { total } = await owner.finance.profits({ by: 'client' })
  expect(total.margin).toBe(rows.reduce((sum, { margin }) => sum + margin, 0))
})
