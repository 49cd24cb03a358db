import { expect, test } from 'vitest'
import { newId } from '#server/base/db/values.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'
import { setUpApproved } from '../../time/timesheets/setup.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const payout = { employee_id: world.home.employee.employeeId, description: 'Website' }
  return { db, world, owner, payout, contributor: callerAs(db, world.home.employee) }
}

test('24 hours at 45.00 are a payout of 1,080.00, pending until its batch is paid', async () => {
  const { owner, contributor, payout } = await setUp()
  const entered = await owner.payouts.create({ ...payout, minutes: 24 * 60 })
  expect(entered).toMatchObject({ amount: 108_000, status: 'pending', hourly_rate: 4500 })
  expect(await contributor.payouts.totals()).toMatchObject([{ pending: 108_000, paid: 0 }])
  await owner.payouts.payBatch({ ids: [entered.id] })
  expect(await contributor.payouts.totals()).toMatchObject([{ pending: 0, paid: 108_000 }])
  expect((await owner.finance.summary({})).expenses_by_category).toMatchObject([
    { key: 'contractors', amount: 108_000 },
  ])
  expect((await contributor.payments.list({})).items).toMatchObject([
    { kind: 'payout', status: 'succeeded', amount: 108_000 },
  ])
})

test('two concurrent batches pay a payout once', async () => {
  const { owner, payout } = await setUp()
  const { id } = await owner.payouts.create({ ...payout, amount: 5000 })
  await Promise.allSettled([owner.payouts.payBatch({ ids: [id] }), owner.payouts.payBatch({ ids: [id] })])
  expect((await owner.finance.summary({})).current.expenses).toBe(5000)
})

test("a pending payout can be canceled, a paid one can't", async () => {
  const { owner, payout } = await setUp()
  const paid = await owner.payouts.create({ ...payout, amount: 5000 })
  await owner.payouts.payBatch({ ids: [paid.id] })
  await expect(owner.payouts.cancel({ id: paid.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const pending = await owner.payouts.create({ ...payout, amount: 700 })
  await owner.payouts.cancel({ id: pending.id })
  expect(await owner.payouts.totals()).toMatchObject([{ pending: 0, paid: 5000 }])
})

test('a contributor sees only their own payouts, clients none', async () => {
  const { db, world, owner, payout } = await setUp()
  await owner.payouts.create({ ...payout, amount: 700 })
  expect((await callerAs(db, world.foreign.employee).payouts.list({})).items).toEqual([])
  expect((await callerAs(db, world.waitingEmployee).payouts.list({})).items).toEqual([])
  await expect(callerAs(db, world.home.client).payouts.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('approved hours are previewed by contributor and rate, and created as previewed', async () => {
  const { db, owner, world } = await setUpApproved()
  const [hours] = await owner.payouts.preview()
  expect(hours).toEqual({
    employee_id: world.home.employee.employeeId,
    employee_name: 'Home Employee',
    seconds: 4 * 3600,
    rates: [{ rate: 4500, seconds: 4 * 3600 }],
    amount: 18_000,
    currency: 'USD',
  })
  expect((await owner.payouts.list({})).items).toEqual([])
  const previewed = [{ employee_id: world.home.employee.employeeId, amount: 18_000 }]
  // As if someone else changes the cost of the hours after the preview.
  await db.updateTable('time_entries').set({ cost_rate: 5000 }).execute()
  await expect(owner.payouts.fromHours({ previewed })).rejects.toMatchObject({ code: 'CONFLICT' })
  await db.updateTable('time_entries').set({ cost_rate: 4500 }).execute()
  expect(await owner.payouts.fromHours({ previewed })).toMatchObject([{ amount: 18_000, minutes: 240 }])
  expect(await owner.payouts.preview()).toEqual([])
  await expect(owner.payouts.fromHours({ previewed })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('approved hours are created and recorded as paid in one step, once however often requested', async () => {
  const { owner, world } = await setUpApproved()
  const previewed = [{ employee_id: world.home.employee.employeeId, amount: 18_000 }]
  const pay = () => owner.payouts.fromHours({ previewed, paid: true })
  const answers = await Promise.allSettled([pay(), pay(), pay()])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { items } = await owner.payouts.list({})
  expect(items).toMatchObject([{ amount: 18_000, status: 'succeeded' }])
  expect((await owner.finance.summary({})).expenses_by_category).toMatchObject([
    { key: 'contractors', amount: 18_000 },
  ])
})

test('hours without a rate are previewed but create no payout', async () => {
  const { db, owner } = await setUpApproved()
  await db.updateTable('time_entries').set({ cost_rate: 0 }).execute()
  expect(await owner.payouts.preview()).toMatchObject([{ amount: 0, rates: [{ rate: 0 }] }])
  expect(await owner.payouts.fromHours({})).toEqual([])
})

test("payouts in two currencies are totaled and recorded separately, the agency's own first", async () => {
  const { db, owner, payout, contributor } = await setUp()
  const dollars = await owner.payouts.create({ ...payout, amount: 5000 })
  await db.updateTable('agencies').set({ currency: 'EUR' }).execute()
  expect(await owner.payouts.totals()).toEqual([
    { currency: 'EUR', pending: 0, paid: 0 },
    { currency: 'USD', pending: 5000, paid: 0 },
  ])
  const euros = await owner.payouts.create({ ...payout, amount: 700 })
  expect(await contributor.dashboard.stats()).toMatchObject({
    pending_payouts: [
      { amount: 700, currency: 'EUR' },
      { amount: 5000, currency: 'USD' },
    ],
  })
  await owner.payouts.payBatch({ ids: [dollars.id, euros.id] })
  const batches = await db.selectFrom('payout_batches').select(['currency', 'total']).execute()
  expect(batches.toSorted((a, b) => a.total - b.total)).toEqual([
    { currency: 'EUR', total: 700 },
    { currency: 'USD', total: 5000 },
  ])
})

test('an agency using euros never sees dollars', async () => {
  const { db, owner } = await setUp()
  await db.updateTable('agencies').set({ currency: 'EUR' }).execute()
  expect(await owner.payouts.totals()).toEqual([{ currency: 'EUR', pending: 0, paid: 0 }])
})

test("hours of another agency's contributor aren't found", async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { payouts } = callerAs(db, world.home.owner)
  for (const employee_id of [world.foreign.employee.employeeId, newId()]) {
    await expect(payouts.fromHours({ employee_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await payouts.fromHours({ employee_id: world.home.employee.employeeId })).toEqual([])
})
