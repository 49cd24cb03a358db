import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { databaseOf } from '#server/base/db/engines/connection.ts'
import { compareDatabases } from '#server/base/db/move/compare.ts'
import { readCounters } from '#server/base/db/move/counters.ts'
import { abandonMove } from '#server/base/db/move/move.ts'
import { requireUnmoved } from '#server/base/db/move/record.ts'
import { listTables } from '#server/base/db/move/tables.ts'
import type { Db } from '#server/base/db/schema.ts'
import { revenueOfAll } from '#server/money/ledger/queries/revenue.ts'
import { comparedDays } from '#server/overview/dashboard/rules.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import {
  addChange,
  DIALECTS,
  emptyUrl,
  moveSilently,
  NUL,
  openEmpty,
  openMigrated,
  otherThan,
  partsOf,
  urlOf,
} from '#tests/support/databases/move.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import { openDemo, type SeededDemo } from '#tests/support/demo.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { runMove } from '#tests/support/servers/move-process.ts'
import { createWorld } from '#tests/support/world.ts'

/** What the demo's users see. */
async function figuresOf(db: Db, { world }: SeededDemo) {
  const as = (person: Parameters<typeof callerAs>[1]) => callerAs(db, person, { now: TEST_NOW })
  const owner = as(world.home.owner)
  const people = [world.home.owner, ...world.home.contributors, world.client, ...world.staff]
  return {
    homes: await Promise.all(people.map((person) => as(person).dashboard.stats())),
    earned: await revenueOfAll(ctxFor(db, null), comparedDays('2026-03-04', 0)),
    packages: await as(world.staff[0] ?? null).packages.analytics(),
    invoices: await owner.invoices.list({ limit: 100 }),
    tasks: await owner.tasks.list({ limit: 100 }),
    found: await owner.search.all({ query: 'brand' }),
  }
}

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a database move', () => {
  const demo = openDemo()

  test('of the demo to SQLite and on to PostgreSQL preserves every row and figure', async () => {
    const first = databaseOf(demo().db)
    const figures = await figuresOf(first.db, demo())
    expect(figures.homes.length).toBeGreaterThan(5)
    const second = await openEmpty('sqlite')
    const sums = await moveSilently(first, second)
    expect(sums.find(({ table }) => table === 'tasks')?.rows).toBeGreaterThan(10)
    expect(await figuresOf(second.db, demo())).toEqual(figures)
    const third = await openEmpty('postgres')
    expect(await moveSilently(second, third)).toEqual(sums)
    expect(await figuresOf(third.db, demo())).toEqual(figures)
    expect(await abandonMove(first)).toBe(true)
  })

  test.each(DIALECTS)(
    'to %s creates the same indexes, triggers, references and sequences as migrations',
    async (dialect) => {
      const source = await openMigrated(otherThan(dialect))
      const world = await createWorld(source.db)
      const { id: last } = await addChange(source.db)
      // Sequences continue after deleted rows.
      await source.db.deleteFrom('changes').execute()
      const target = await openEmpty(dialect)
      await moveSilently(source, target)
      expect(await partsOf(target)).toEqual(await partsOf(await openMigrated(dialect)))
      expect((await addChange(target.db)).id).toBe(last + 1)
      const owner = callerAs(target.db, world.home.owner)
      const before = await target.db.selectFrom('changes').select('id').execute()
      await owner.clients.save({ name: 'Quillfeather', email: 'quill@example.test' })
      expect((await owner.search.all({ query: 'quillf' })).flatMap(({ items }) => items)).toHaveLength(1)
      expect((await target.db.selectFrom('changes').select('id').execute()).length).toBeGreaterThan(
        before.length,
      )
      const orphan = sql`update profiles set agency_id = 'nobody'`.execute(target.db)
      await expect(orphan).rejects.toThrow(/foreign key/i)
    },
  )

  test.each(DIALECTS)(
    'to %s rejects a target that has tables, and leaves both unchanged',
    async (dialect) => {
      const source = await openMigrated(otherThan(dialect))
      const own = await openMigrated(dialect)
      await expect(moveSilently(source, own)).rejects.toThrow(/The target isn’t empty: it has \d+ tables/)
      const foreign = await openEmpty(dialect)
      await sql`create table receipts (id text)`.execute(foreign.db)
      await expect(moveSilently(source, foreign)).rejects.toThrow('it has 1 tables (receipts)')
      await requireUnmoved(source)
      await addChange(source.db)
    },
  )

  test('transfers all kinds of numbers and texts in both directions', async () => {
    const cases = casesHere(2500)
    const source = await openMigrated('sqlite')
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !value.includes(NUL))
    const rows = fc.sample(
      fc.record({
        id: fc.bigInt(1n, 2n ** 62n),
        domains: fc.oneof(text, fc.constantFrom('', '\\N', '{"a"}', "NULL', --", 'null', '\t\r\n\\', '😀é')),
        user_id: fc.option(text),
        created_at: text,
      }),
      { numRuns: cases, seed: 7 },
    )
    const insert =
      source.dialect === 'sqlite' &&
      source.file.prepare(
        'insert or ignore into changes (id, domains, user_id, created_at) values (?, ?, ?, ?)',
      )
    if (insert) for (const row of rows) insert.run(row.id, row.domains, row.user_id, row.created_at)
    const there = await openEmpty('postgres')
    const sums = await moveSilently(source, there)
    expect(sums.find(({ table }) => table === 'changes')?.rows).toBeGreaterThan(cases * 0.7)
    expect(await moveSilently(there, await openEmpty('sqlite'))).toEqual(sums)
  })

  test('detects and names differences at the target', async () => {
    const source = await openMigrated('sqlite')
    await createWorld(source.db)
    await addChange(source.db)
    const target = await openEmpty('postgres')
    await moveSilently(source, target)
    const tables = await listTables(source)
    await target.db.updateTable('clients').set({ name: 'Somebody else' }).execute()
    await target.db.deleteFrom('changes').execute()
    await sql`select nextval('search_entries_entry_id_seq')`.execute(target.db)
    await expect(compareDatabases(source, target, tables)).rejects.toThrow(
      'The databases differ: changes has 1 rows and 0 at the target; clients differs in its checksum; ' +
        'search_entries differs in its checksum; search_entries differs in its last number.',
    )
    expect((await readCounters(source)).get('changes')).toBe(1n)
  })

  test('requires a source of the same version', async () => {
    const target = await openEmpty('postgres')
    await expect(moveSilently(await openEmpty('sqlite'), target)).rejects.toThrow('nothing to move')
    const source = await openMigrated('sqlite')
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(source.db)
    await expect(moveSilently(source, target)).rejects.toThrow(
      'written by a newer version (it has 9999-later)',
    )
    await sql`delete from kysely_migration where name >= '0046'`.execute(source.db)
    await expect(moveSilently(source, target)).rejects.toThrow('it lacks 0046-home-charts')
  })
})

test('leaves a database that was never moved unaffected', async () => {
  const database = await createTestDatabase()
  await requireUnmoved(database)
  expect(await abandonMove(database)).toBe(false)
})

test.skipIf(inject('testDatabase').dialect !== 'postgres')(
  'a database is named by its host as a parameter, as for sockets, and its password is never shown',
  async () => {
    const source = await openMigrated('sqlite')
    const url = new URL(await emptyUrl('postgres'))
    const [name, host, port] = [url.pathname, url.hostname, url.port || '5432']
    const credentials = `${url.username}:${url.password || 'secret'}`
    const to = `postgres://${credentials}@${name}?host=${host}&port=${port}`
    const run = runMove(['--from', urlOf(source), '--to', to], { DATA_DIR: temporaryFolder() })
    expect(await run.end, run.said()).toEqual([0, null])
    expect(run.said()).toContain(`Moving to PostgreSQL at ${host}:${port}${name}.`)
    expect(run.said()).toContain(
      `DATABASE_URL=postgres://${url.username}:…@${name}?host=${host}&port=${port} `,
    )
  },
)
