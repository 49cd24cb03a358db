import { expect, test } from 'vitest'
import { seedLarge } from '#scripts/seed/large.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'

test('large data come in the numbers asked for, spread evenly over the agencies', async () => {
  const { db } = await createTestDatabase()
  const agencies = await seedLarge(db, { agencies: 3, projects: 30, tasks: 900, people: 12 }, TEST_NOW)
  expect(agencies.map((agency) => agency.projectIds.length)).toEqual([10, 10, 10])
  const perAgency = await db
    .selectFrom('tasks')
    .select((eb) => ['agency_id', eb.fn.countAll<number>().as('tasks')])
    .groupBy('agency_id')
    .execute()
  expect(perAgency.map((row) => row.tasks)).toEqual([300, 300, 300])
  const people = await db.selectFrom('profiles').select(['role', 'agency_id']).execute()
  expect(people.filter((person) => person.role === 'agency_admin')).toHaveLength(3)
  expect(people.filter((person) => person.role === 'employee')).toHaveLength(12)
})
