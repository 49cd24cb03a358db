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

test('invoices come with their payments in the books, time and messages with their projects', async () => {
  const { db } = await createTestDatabase()
  const size = { agencies: 1, projects: 10, tasks: 0, people: 4, clients: 20, invoices: 50, timeEntries: 40 }
  const [agency] = await seedLarge(db, { ...size, messages: 30 }, TEST_NOW)
  expect(agency?.clientIds).toHaveLength(20)
  const count = async (table: 'invoices' | 'payments' | 'ledger_entries' | 'time_entries' | 'messages') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirst()
    )?.rows
  expect(await count('invoices')).toBe(50)
  expect([await count('payments'), await count('ledger_entries')]).toEqual([35, 35])
  expect([await count('time_entries'), await count('messages')]).toEqual([40, 30])
  const threads = await db.selectFrom('message_threads').select('last_position').execute()
  expect(threads.map((thread) => thread.last_position)).toEqual(Array(10).fill(3))
})
