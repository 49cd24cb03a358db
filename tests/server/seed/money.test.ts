import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#scripts/seed/demo/index.ts'
import type { DemoWorld } from '#scripts/seed/demo/world.ts'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { pendingInvoicesOf } from '#server/money/invoices/queries/open-invoices.ts'
import { revenueOf, revenueOfAll } from '#server/money/ledger/queries/revenue.ts'
import { pendingPayoutsOf } from '#server/money/payouts/queries.ts'
import { comparedDays } from '#server/overview/dashboard/rules.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { openTestDatabase } from '#tests/support/databases/database.ts'
import { card } from '#tests/support/money/money.ts'

const DEMO = { config: { demo: true } }

let db: Db
let world: DemoWorld

beforeAll(async () => {
  const { database, close } = await openTestDatabase()
  db = database.db
  const seeded = await seedDemo(testServices(db, DEMO), TEST_NOW)
  if (seeded === null) throw new Error('an empty database was taken for a seeded one')
  world = seeded
  return close
})

const emma = () => {
  const found = world.home.contributors.find((person) => person.name === 'Emma Rivera')
  if (found === undefined) throw new Error('no Emma')
  return found
}
const asNow = (scope: SeedPerson | null) => callerAs(db, scope, { now: TEST_NOW })
const dollars = async (from: string | null, to: string | null) =>
  (await revenueOfAll(ctxFor(db, null), { from, to })).amount / 100

test('the agencies earned $124,200 in all, $37,950 in the last 30 days and 15.0 % more than before', async () => {
  expect(await dollars(null, null)).toBe(124_200)
  const span = (before: number) => comparedDays('2026-03-04', before)
  const earned = (before: number) => dollars(span(before).from, span(before).to)
  expect(await earned(0)).toBe(37_950)
  expect(await earned(1)).toBe(33_000)
  expect(await earned(2)).toBe(30_000)
  const home = await revenueOf(ctxFor(db, null), world.home.owner.agencyId, { from: null, to: null })
  expect(home).toBe(1_230_000)
})

test('subscriptions bring in $2,520 a month, and the packages count 7, 9, 5 and 2 agencies', async () => {
  const admin = asNow(world.staff[0] ?? null)
  const analytics = await admin.packages.analytics()
  expect(analytics).toMatchObject({ mrr: 252_000, arr: 3_024_000, subscribers: 24, paying: 20 })
  const packages = await admin.packages.list({ kind: 'package' })
  expect(packages.map(({ subscribers, revenue }) => [subscribers, revenue / 100])).toEqual([
    [7, 116],
    [9, 632],
    [5, 745],
    [2, 998],
  ])
  const history = await admin.payments.list({ limit: 100 })
  expect(history.items).toHaveLength(20)
  expect(history.items.reduce((sum, payment) => sum + payment.amount, 0)).toBe(252_000)
})

test('the owner sees seven invoices, $12,300 earned and $7,300 outstanding', async () => {
  const owner = asNow(world.home.owner)
  const { items } = await owner.invoices.list({})
  const own = items.filter((invoice) => invoice.manageable)
  expect(Object.fromEntries(own.map((invoice) => [invoice.number ?? 'draft', invoice.status]))).toEqual({
    'INV-1001': 'paid',
    'INV-1002': 'paid',
    'INV-1003': 'paid',
    'INV-1004': 'sent',
    'INV-1005': 'overdue',
    'INV-1006': 'sent',
    draft: 'draft',
  })
  expect(await owner.clients.counters()).toMatchObject({ total_revenue: 1_230_000, outstanding: 730_000 })
  const clients = (await owner.clients.list({})).items
  const figures = clients.map((client) => [
    client.name,
    client.total_paid / 100,
    client.outstanding_amount / 100,
  ])
  expect(figures.toSorted()).toEqual([
    ['Jordan Blake', 9300, 4800],
    ['Marcus Webb', 0, 2500],
    ['Priya Nair', 3000, 0],
  ])
  const summary = await owner.finance.summary({})
  expect(summary.current.revenue).toBe(1_230_000)
  expect(summary.outstanding).toMatchObject({ total: 730_000, not_due: 610_000, days_1_30: 120_000 })
})

test('the client sees two open invoices and payments of all four statuses', async () => {
  expect(await pendingInvoicesOf(ctxFor(db, world.client))).toEqual({
    count: 2,
    amounts: [{ amount: 480_000, currency: 'USD' }],
  })
  const client = asNow(world.client)
  const { items } = await client.payments.list({})
  expect(items.map((payment) => [payment.amount / 100, payment.status, 'receiptUrl' in payment])).toEqual([
    [250, 'pending', false],
    [4800, 'succeeded', true],
    [1200, 'failed', false],
    [100, 'refunded', true],
    [4500, 'succeeded', false],
  ])
})

test("none of Emma's approved hours can be paid out twice", async () => {
  const owner = asNow(world.home.owner)
  await expect(owner.payouts.fromHours({ employee_id: emma().employeeId })).resolves.toEqual([])
})

test('Emma was paid $4,320.00 and has $1,080.00 pending', async () => {
  expect(await pendingPayoutsOf(ctxFor(db, emma()))).toEqual([{ amount: 108_000, currency: 'USD' }])
  const { items } = await asNow(emma()).payments.list({})
  expect(items.map((payout) => [payout.amount / 100, payout.status])).toEqual([
    [1080, 'pending'],
    [4320, 'succeeded'],
  ])
})

test('each demo account other than the client has one unpaid invoice', async () => {
  for (const [scope, amount] of [
    [world.home.owner, 2900],
    [emma(), 7500],
    [world.staff[0], 24_000],
  ] as const) {
    const { items } = await asNow(scope ?? null).invoices.list({})
    expect(items.filter((invoice) => invoice.payable).map((invoice) => invoice.amount)).toEqual([amount])
  }
})

test('paying INV-1004 updates the figures of client, owner and platform', async () => {
  const client = asNow(world.client)
  const invoice = (await client.invoices.list({ search: 'INV-1004' })).items[0]
  await client.payments.payInvoice({ invoice_id: invoice?.id ?? '', ...card() })
  expect(await pendingInvoicesOf(ctxFor(db, world.client))).toMatchObject({ count: 1 })
  const owner = asNow(world.home.owner)
  expect(await owner.clients.counters()).toMatchObject({ total_revenue: 1_590_000, outstanding: 370_000 })
  expect(await dollars(null, null)).toBe(127_800)
  const month = comparedDays('2026-03-04')
  expect(await revenueOf(ctxFor(db, null), world.home.owner.agencyId, month)).toBe(840_000)
  const today = await owner.finance.summary({ from: '2026-03-04', to: '2026-03-04' })
  expect(today.current.revenue).toBe(360_000)
})

test('subscribing to Professional ends Basic and raises the MRR to $2,590', async () => {
  const owner = asNow(world.home.owner)
  const plan = (await owner.packages.plans()).find(({ name }) => name === 'Professional')
  const charge = await owner.packages.subscribe({ plan_id: plan?.id ?? '', ...card() })
  expect(charge.status).toBe('succeeded')
  expect((await owner.packages.subscription())?.plan.name).toBe('Professional')
  const admin = asNow(world.staff[0] ?? null)
  expect((await admin.packages.analytics()).mrr).toBe(259_000)
  expect(await dollars(null, null)).toBe(127_800)
})
