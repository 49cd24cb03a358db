import { expect, test } from 'vitest'
import { seedDemo } from '#scripts/seed/demo/index.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'

async function seedAt(instant: string) {
  const { db } = await createTestDatabase()
  const now = new Date(instant)
  const world = await seedDemo(testServices(db, { config: { demo: true }, now }), now)
  if (world === null) throw new Error('The demo was there already')
  const emma = world.home.contributors.find((person) => person.name === 'Emma Rivera')
  if (emma === undefined) throw new Error('The demo has no Emma')
  return { now, world, db, emma, as: (scope: typeof emma) => callerAs(db, scope, { now }) }
}

test('the demo has hours, three daily events, and processes with history', async () => {
  const { world, db, now, emma, as } = await seedAt('2026-11-18T15:00:00.000Z')
  const owner = callerAs(db, world.home.owner, { now })
  expect((await owner.employees.counters()).total_hours).toBe(300)

  const counters = await as(emma).workLog.counters({})
  expect(counters.week_seconds).toBeGreaterThanOrEqual(12 * 3600)
  expect(counters.week_seconds).toBeLessThanOrEqual(30 * 3600)
  expect((await as(emma).workLog.list({ limit: 1 })).items).toMatchObject([{ billable: true, locked: null }])
  expect(await as(emma).workLog.timer()).toBeNull()
  const weeks = async (caller: typeof owner, week_start: string) =>
    (await caller.timesheets.list({ whose: 'agency', week_start })).items
      .map((sheet) => [sheet.user_name, sheet.status])
      .toSorted()
  expect(await weeks(owner, '2026-11-16')).toEqual([])
  expect(await weeks(owner, '2026-11-09')).toEqual([
    ['Emma Rivera', 'submitted'],
    ['Liam Chen', 'submitted'],
    ['Sofia Patel', 'approved'],
  ])
  expect((await weeks(owner, '2026-11-02')).every(([, status]) => status === 'approved')).toBe(true)

  for (const person of [world.home.owner, emma, world.client, world.staff[0]]) {
    if (person === undefined) throw new Error('The demo has no platform staff')
    const caller = callerAs(db, person, { now })
    expect(await caller.schedule.counters({})).toMatchObject({ today: 3, tomorrow: 3, next_7_days: 21 })
  }
  const { events } = await owner.schedule.range({ from: '2026-12-24', to: '2026-12-24' })
  expect(events.map((event) => [event.title, event.status, event.duration_minutes])).toEqual([
    ['Project Stand-up', 'confirmed', 30],
    ['Client Check-in', 'pending', 45],
    ['Delivery Review', 'confirmed', 60],
  ])

  const processes = await owner.processes.list({})
  expect(
    processes.map((one) => [one.name, one.status, one.step_count, one.duration_days, one.success_rate]),
  ).toEqual([
    ['Client Onboarding', 'active', 8, 3, 96],
    ['Project Delivery', 'template', 12, 14, 89],
    ['Quality Assurance', 'draft', 6, 7, 94],
  ])
  expect(processes.reduce((sum, one) => sum + one.finished_runs, 0)).toBe(50)
  expect((await owner.processes.runs({})).items).toEqual([])
})

test('seeded on a Monday morning nothing is in the future and the totals are the same', async () => {
  const { db, now, world } = await seedAt('2026-11-16T05:20:00.000Z')
  const owner = callerAs(db, world.home.owner, { now })
  expect((await owner.employees.counters()).total_hours).toBe(300)
  const { ended } = await db
    .selectFrom('time_entries')
    .select((eb) => eb.fn.max('ended_at').as('ended'))
    .executeTakeFirstOrThrow()
  expect((ended ?? '') <= now.toISOString()).toBe(true)
  const { reviewed } = await db
    .selectFrom('timesheets')
    .select((eb) => eb.fn.max('reviewed_at').as('reviewed'))
    .executeTakeFirstOrThrow()
  expect((reviewed ?? '') <= now.toISOString()).toBe(true)
})
