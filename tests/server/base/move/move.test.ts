import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import type { Database } from '#server/base/db/engines/connection.ts'
import { databaseOf } from '#server/base/db/engines/connection.ts'
import { compareDatabases } from '#server/base/db/move/compare.ts'
import { readCounters } from '#server/base/db/move/counters.ts'
import { abandonMove, moveDatabase } from '#server/base/db/move/move.ts'
import { addRecord, endMove, findRecord, giveUpMove, requireUnmoved } from '#server/base/db/move/record.ts'
import { refuseWrites } from '#server/base/db/move/refusal.ts'
import { listTables } from '#server/base/db/move/tables.ts'
import type { Db } from '#server/base/db/schema.ts'
import { revenueOfAll } from '#server/money/ledger/queries/revenue.ts'
import { comparedDays } from '#server/overview/dashboard/rules.ts'
import { openPortal } from '#server/portal.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { moveSilently, openEmpty, openMigrated, otherThan, urlOf } from '#tests/support/databases/move.ts'
import { openDemo, type SeededDemo } from '#tests/support/demo.ts'
import { dataFolder } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

const DIALECTS = ['sqlite', 'postgres'] as const
const NUL = String.fromCharCode(0)

/** What the demo's people see. */
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

/**
 * Objects attached to tables, by name: indexes, triggers and, on PostgreSQL, constraints and enabled
 * triggers.
 */
async function partsOf({ db, dialect }: Database): Promise<string[]> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ part: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as part from sqlite_master
        where name not like 'sqlite_stat%'`
    : sql<{ part: string }>`
        select pg_get_indexdef(indexrelid) as part from pg_index
          where indrelid::regclass::text not like 'pg_%'
        union all select conname || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal`
  ).execute(db)
  return rows.map(({ part }) => part).sort()
}

const addChange = (db: Db) =>
  db
    .insertInto('changes')
    .values({
      agency_id: null,
      domains: 'tasks',
      project_id: null,
      client_id: null,
      user_id: null,
      created_at: '2026-03-04T10:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a database move', () => {
  const demo = openDemo()

  test('of the demo to SQLite and on to PostgreSQL keeps every row and figure', async () => {
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
    'from %s rejects changes until it is abandoned, and says where the data went',
    async (dialect) => {
      const source = await openMigrated(dialect)
      const world = await createWorld(source.db)
      const target = await openEmpty(otherThan(dialect))
      const seen: string[] = []
      const save = (name: string) =>
        callerAs(source.db, world.home.owner).clients.save({ name, email: `${name}@example.test` })
      const attempts: Promise<unknown>[] = []
      await moveDatabase({
        source,
        target,
        report: (line) => {
          seen.push(line)
          attempts.push(save(`meanwhile-${seen.length}`).catch((error: Error) => error.message))
        },
      })
      expect(await Promise.all(attempts)).toEqual(
        seen.map(() => 'The portal is being moved and is read-only. Please try again shortly.'),
      )
      await expect(save('after')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      expect((await callerAs(source.db, world.home.owner).clients.list({})).items.length).toBeGreaterThan(0)
      const { config, log } = testServices(source.db, { config: { dataDir: dataFolder() } })
      const start = openPortal({ ...config, databaseUrl: urlOf(source) }, log)
      await expect(start).rejects.toThrow(/This database was moved to .* Set DATABASE_URL to that one/)
      await expect(moveSilently(source, await openEmpty(otherThan(dialect)))).rejects.toThrow(
        /has already been moved to /,
      )
      await requireUnmoved(target)
      const parts = await partsOf(await openMigrated(dialect))
      expect(await abandonMove(source)).toBe(true)
      expect(await partsOf(source)).toEqual(parts)
      await save('again')
      await requireUnmoved(source)
    },
  )

  test.each(DIALECTS)(
    'to %s rejects a target that has tables, and leaves both unchanged',
    async (dialect) => {
      const source = await openMigrated(otherThan(dialect))
      const own = await openMigrated(dialect)
      await expect(moveSilently(source, own)).rejects.toThrow(/The target isn't empty: it has \d+ tables/)
      const foreign = await openEmpty(dialect)
      await sql`create table receipts (id text)`.execute(foreign.db)
      await expect(moveSilently(source, foreign)).rejects.toThrow('it has 1 tables (receipts)')
      await requireUnmoved(source)
      await addChange(source.db)
    },
  )

  test('transfers all kinds of numbers and texts in both directions', async () => {
    const source = await openMigrated('sqlite')
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !value.includes(NUL))
    const rows = fc.sample(
      fc.record({
        id: fc.bigInt(1n, 2n ** 62n),
        domains: fc.oneof(text, fc.constantFrom('', '\\N', '{"a"}', "NULL', --", 'null', '\t\r\n\\', '😀é')),
        user_id: fc.option(text),
        created_at: text,
      }),
      { numRuns: 2500, seed: 7 },
    )
    const insert =
      source.dialect === 'sqlite' &&
      source.file.prepare(
        'insert or ignore into changes (id, domains, user_id, created_at) values (?, ?, ?, ?)',
      )
    if (insert) for (const row of rows) insert.run(row.id, row.domains, row.user_id, row.created_at)
    const there = await openEmpty('postgres')
    const sums = await moveSilently(source, there)
    expect(sums.find(({ table }) => table === 'changes')?.rows).toBeGreaterThan(1900)
    expect(await moveSilently(there, await openEmpty('sqlite'))).toEqual(sums)
  })

  test("reports text that PostgreSQL can't store before it locks the source", async () => {
    const source = await openMigrated('sqlite')
    const { id } = await addChange(source.db)
    await source.db
      .updateTable('changes')
      .set({ domains: `a${NUL}b` })
      .execute()
    const target = await openEmpty('postgres')
    await expect(moveSilently(source, target)).rejects.toThrow(
      `PostgreSQL can't store the character NUL, which is in changes.domains of the row ${id}.`,
    )
    await addChange(source.db)
    await source.db.updateTable('changes').set({ domains: 'ab' }).execute()
    await moveSilently(source, target)
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

  test('unlocks the source after a failure and can be rerun', async () => {
    const source = await openMigrated('sqlite')
    await createWorld(source.db)
    const target = await openEmpty('postgres')
    const failing = moveDatabase({
      source,
      target,
      report: (line) => {
        if (line.startsWith('All rows')) throw new Error('out of luck')
      },
    })
    await expect(failing).rejects.toThrow('out of luck')
    await expect(requireUnmoved(target)).rejects.toThrow(/hasn't finished/)
    await requireUnmoved(source)
    await addChange(source.db)
    const sums = await moveSilently(source, target)
    expect(sums.find(({ table }) => table === 'changes')?.rows).toBe(1)
  })

  test.for(DIALECTS)('either ends or is abandoned, never both, from %s', async (dialect) => {
    const source = await openMigrated(dialect)
    const tables = await listTables(source)
    const begin = async (move_id: string) => {
      await refuseWrites(source, tables, { move_id, other: 'elsewhere' })
      const record = await findRecord(source)
      if (record === null) throw new Error('the move has not begun')
      return record
    }
    for (let round = 0; round < 5; round++) {
      const record = await begin(`move-${round}`)
      const outcomes = await Promise.allSettled([giveUpMove(source, record), endMove(source, record.move_id)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const stage = outcomes[0].status === 'fulfilled' ? 'abandoned' : 'moved'
      expect(await findRecord(source)).toMatchObject({ stage })
      expect(await abandonMove(source)).toBe(true)
    }
    const record = await begin('ended')
    await endMove(source, 'ended')
    await expect(giveUpMove(source, record)).rejects.toThrow('The move has just ended')
    await expect(addChange(source.db)).rejects.toThrow('The portal is being moved')
  })

  test('cannot end once the source begins to accept writes again', async () => {
    const source = await openMigrated('postgres')
    if (source.dialect !== 'postgres') throw new Error('it has no lock to hold')
    await refuseWrites(source, await listTables(source), { move_id: 'one', other: 'elsewhere' })
    const held = await source.pool.connect()
    await held.query('begin')
    await held.query('lock table changes in access share mode')
    const abandoned = abandonMove(source)
    await expect.poll(async () => (await findRecord(source))?.stage).toBe('abandoned')
    await expect(endMove(source, 'one')).rejects.toThrow('The move was abandoned in the meantime.')
    await held.query('rollback')
    held.release()
    expect(await abandoned).toBe(true)
    await addChange(source.db)
    expect(await findRecord(source)).toBeNull()
  })

  test('reopens only the source when abandoned while running', async () => {
    const source = await openMigrated('postgres')
    const target = await openEmpty('sqlite')
    const abandoned: Promise<boolean>[] = []
    const moving = moveDatabase({
      source,
      target,
      report: (line) => {
        // Early enough to be over before the move is.
        if (line.startsWith('Moving to')) abandoned.push(abandonMove(source))
      },
    })
    const [moved] = await Promise.allSettled([moving])
    expect(await Promise.all(abandoned)).toEqual([true])
    expect(moved).toMatchObject({ reason: { message: 'The move was abandoned in the meantime.' } })
    await addChange(source.db)
    await expect(requireUnmoved(target)).rejects.toThrow(/hasn't finished/)
  })

  test('completes on a rerun if killed after the source was marked as moved', async () => {
    const source = await openMigrated('sqlite')
    const target = await openEmpty('postgres')
    const sums = await moveSilently(source, target)
    const record = await findRecord(source)
    if (record === null) throw new Error('the source has forgotten its move')
    await addRecord(target.db, { ...record, side: 'target', stage: 'copied' })
    await expect(requireUnmoved(target)).rejects.toThrow(/hasn't finished/)
    expect(await moveSilently(source, target)).toEqual(sums)
    await requireUnmoved(target)
    expect(await findRecord(source)).toMatchObject({ stage: 'moved' })
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
