import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

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
  expect(await contributor.payouts.totals()).toMatchObject({ pending: 108_000, paid: 0 })
  await owner.payouts.payBatch({ ids: [entered.id] })
  expect(await contributor.payouts.totals()).toMatchObject({ pending: 0, paid: 108_000 })
  expect((await owner.finance.summary({})).expenses_by_category).toMatchObject([
    { key: 'contractors', amount: 108_000 },
  ])
  expect((await contributor.payments.list({})).items).toMatchObject([
    { kind: 'payout', status: 'succeeded', amount: 108_000 },
  ])
})

test('two batches at once pay a payout once', async () => {
  const { owner, payout } = await setUp()
  const { id } = await owner.payouts.create({ ...payout, amount: 5000 })
  await Promise.allSettled([owner.payouts.payBatch({ ids: [id] }), owner.payouts.payBatch({ ids: [id] })])
  expect((await owner.finance.summary({})).current.expenses).toBe(5000)
})

test('a paid payout is not cancelled, a pending one is', async () => {
  const { owner, payout } = await setUp()
  const paid = await owner.payouts.create({ ...payout, amount: 5000 })
  await owner.payouts.payBatch({ ids: [paid.id] })
  await expect(owner.payouts.cancel({ id: paid.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const pending = await owner.payouts.create({ ...payout, amount: 700 })
  await owner.payouts.cancel({ id: pending.id })
  expect(await owner.payouts.totals()).toMatchObject({ pending: 0, paid: 5000 })
})

test('a contributor sees only their own payouts, clients none', async () => {
  const { db, world, owner, payout } = await setUp()
  await owner.payouts.create({ ...payout, amount: 700 })
  expect((await callerAs(db, world.foreign.employee).payouts.list({})).items).toEqual([])
  expect((await callerAs(db, world.waitingEmployee).payouts.list({})).items).toEqual([])
  await expect(callerAs(db, world.home.client).payouts.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
