import { expect, test } from 'vitest'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo.ts'

const demo = openDemo()

test('24 agencies, 20 active, 4 in trial, and $124,200 in all', async () => {
  const { db, world } = demo()
  const admin = callerAs(db, world.staff[0] ?? null, { now: TEST_NOW })
  expect(await admin.agencies.counters()).toMatchObject({
    total: 24,
    active: 20,
    trial: 4,
    revenue: 12_420_000,
  })
  const { items, total } = await admin.agencies.list({})
  expect(total).toBe(24)
  expect(items.slice(0, 3).map(({ name, revenue }) => [name, revenue / 100])).toEqual([
    ['Summit Creative Group', 18_900],
    ['Vertex Media Partners', 15_600],
    ['Brightline Digital', 12_300],
  ])
  expect(items[2]).toMatchObject({ employees: 3, projects: 4, plan: 'Basic', owner_name: 'Alex Morgan' })
})
