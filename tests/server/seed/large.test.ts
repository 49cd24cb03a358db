import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedLarge } from '#scripts/seed/large.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { reconcileTallies } from '#server/overview/platform/checks/commands/reconcile-tallies.ts'
import { TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'

test('large data is created in the requested numbers, spread evenly over the agencies', async () => {
  const { db } = await createTestDatabase()
  const agencies = await seedLarge(
    testServices(db),
    { agencies: 3, projects: 30, tasks: 900, people: 12 },
    TEST_NOW,
  )
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

test('invoices have booked payments, time and messages have projects', async () => {
  const { db } = await createTestDatabase()
  const size = { agencies: 1, projects: 10, tasks: 0, people: 4, clients: 20, invoices: 50, timeEntries: 40 }
  const [agency] = await seedLarge(testServices(db), { ...size, messages: 30 }, TEST_NOW)
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

test('bulk inserts leave tallies, triggers and indexes as usual', async () => {
  const { db, dialect } = await createTestDatabase()
  const services = testServices(db)
  const made = async () =>
    dialect === 'sqlite'
      ? (await sql`select type, name from sqlite_master order by type, name`.execute(db)).rows
      : (
          await sql`select 'trigger' as type, tgname as name from pg_trigger where not tgisinternal
            union all select 'index', indexname from pg_indexes where schemaname = current_schema()
            order by 1, 2`.execute(db)
        ).rows
  const before = await made()
  const size = { agencies: 2, projects: 40, tasks: 20_000, people: 8, clients: 10 }
  await seedLarge(services, { ...size, invoices: 60, timeEntries: 80, messages: 60 }, TEST_NOW)
  expect(await made()).toEqual(before)
  expect(await db.selectFrom('book_tallies').select('entries').execute()).not.toHaveLength(0)
  expect(await reconcileTallies(systemContext({ services, now: TEST_NOW }))).toBe(0)
})
