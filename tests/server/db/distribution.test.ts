import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pino from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { upgradeDatabase } from '#server/adapters/database-upgrade.ts'
import {
  adoptDistribution,
  agencyColumns,
  foreignKeys,
  uniqueKeys,
} from '#server/db/distribution/catalogue.ts'
import { distribute } from '#server/db/distribution/distribute.ts'
import {
  CROSSING,
  DISTRIBUTED_TABLES,
  MAY_BE_EMPTY,
  NO_AGENCY,
  PARENTS,
  WHOLE_TABLES,
} from '#server/db/distribution/tables.ts'
import { moveDatabase } from '#server/db/move/move.ts'
import type { Db } from '#server/db/schema.ts'
import { newId } from '#server/db/values.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase, isDistributed } from '#tests/support/database.ts'
import { emptyUrl, openEmpty, openUntilDone } from '#tests/support/move.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const database = await createTestDatabase()
  const world = await createWorld(database.db)
  const done = await distribute(database.db)
  await adoptDistribution(database)
  return { database, db: database.db, world, done }
}

/** Keys of distributed tables that don't begin with the agency. */
async function narrowKeys(db: Db): Promise<string[]> {
  const narrow = (await uniqueKeys(db)).filter(
    ({ table, columns }) => DISTRIBUTED_TABLES.includes(table) && columns?.[0] !== 'agency_id',
  )
  return narrow.map(({ table, name }) => `${table}.${name}`)
}

describe.runIf(inject('testDatabase').dialect === 'postgres')('a database distributed by agency', () => {
  test('has the agency in every key and reference of every table but those named with a reason', async () => {
    const { db } = await setUp()
    const tables = await agencyColumns(db)
    const named = [...DISTRIBUTED_TABLES, ...Object.keys(WHOLE_TABLES)]
    expect(named.toSorted()).toEqual([...tables.keys()])
    const spread = new Set(DISTRIBUTED_TABLES)

    const empty = [...tables].filter(([name, agency]) => spread.has(name) && agency !== 'always')
    expect(empty).toEqual([])
    const maybe = [...tables].filter(([, agency]) => agency === 'maybe').map(([name]) => name)
    expect(maybe).toEqual(MAY_BE_EMPTY)

    expect(await narrowKeys(db)).toEqual([])

    const references = await foreignKeys(db)
    const straying = references.filter(({ table, columns, refers_to, referred }) =>
      spread.has(refers_to)
        ? !spread.has(table) || columns[referred.indexOf('agency_id')] !== 'agency_id'
        : spread.has(table) && refers_to !== 'agencies' && columns.includes('agency_id'),
    )
    expect(straying).toEqual([])
    // Whatever is listed is there: a list nobody needs any more is shortened.
    expect(Object.keys(PARENTS).filter((table) => !spread.has(table))).toEqual([])
    expect(
      CROSSING.filter((name) => references.some((one) => `${one.table}.${one.columns}` === name)),
    ).toEqual([])
  })

  test('is prepared once: the second time there is nothing to do', async () => {
    const { db, done } = await setUp()
    if (!isDistributed()) {
      expect(done.columns).toBeGreaterThan(Object.keys(PARENTS).length)
      expect(done.dropped).toContain('profiles (agency_id, client_id) → clients')
    }
    expect(await distribute(db)).toEqual({ columns: 0, keys: 0, references: 0, dropped: [] })
  })

  test('is not moved to SQLite', async () => {
    const { database } = await setUp()
    const move = { source: database, target: await openEmpty('sqlite'), report: () => {} }
    await expect(moveDatabase(move)).rejects.toThrow('are distributed by agency')
  })

  test('serves agencies, and people without one, as before', async () => {
    const { db, world } = await setUp()
    const { home, foreign, admin } = world
    const [owner, other] = [callerAs(db, home.owner), callerAs(db, foreign.owner)]
    const draft = {
      title: 'Work',
      due_date: '2026-04-01',
      items: [{ description: 'Work', quantity: 1, rate: 12_300 }],
    }
    const { id } = await owner.invoices.save({ ...draft, client_id: home.client.clientId })
    await owner.invoices.send({ id })
    await owner.payments.recordManual({
      invoice_id: id,
      request_id: newId(),
      amount: 12_300,
      method: 'bank',
    })
    expect(await owner.invoices.get({ id })).toMatchObject({ status: 'paid' })
    await expect(other.invoices.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const items = await db.selectFrom('invoice_items').selectAll().execute()
    expect(items).toMatchObject([{ agency_id: home.agencyId, invoice_id: id }])

    const note = { time: { kind: 'duration' as const, date: '2026-03-04', duration: '1h' }, note: 'Own' }
    await callerAs(db, admin).workLog.save(note)
    const entries = db.selectFrom('time_entries').select(['agency_id', 'note'])
    expect(await entries.where('agency_id', 'is', null).execute()).toEqual([{ agency_id: null, note: 'Own' }])
    expect(await entries.where('agency_id', 'is not', null).execute()).toEqual([])
    expect(await entries.where('agency_id', '=', NO_AGENCY as never).execute()).toHaveLength(1)
  })

  test('counts the books of agencies by day, and not the platform’s, as before', async () => {
    const { db, world } = await setUp()
    const expense = {
      spent_on: '2026-03-03',
      description: 'Servers',
      category: 'hosting' as const,
      amount: 4_200,
    }
    await callerAs(db, world.home.owner).finance.saveExpense(expense)
    const { id } = await callerAs(db, world.admin).finance.saveExpense(expense)
    await callerAs(db, world.admin).finance.deleteExpense({ id })
    const tallies = db.selectFrom('book_tallies').select(['agency_id', 'entries', 'base_amount'])
    expect(await tallies.execute()).toEqual([
      { agency_id: world.home.agencyId, entries: 1, base_amount: 4_200 },
    ])
  })

  test('has the keys of what an upgrade adds, and its sums without the platform’s', async () => {
    const database = openUntilDone(await emptyUrl('postgres'))
    const { db } = database
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    expect((await migrator.migrateTo('0055-contained-words')).error).toBeUndefined()
    await distribute(db)
    await sql`insert into users (id, email, password_hash, created_at) values ('u', 'u@example.test', '', '2026')`.execute(
      db,
    )
    await sql`insert into agencies (id, name, owner_id, status, timezone, currency, created_at, updated_at)
      values ('a', 'Home', 'u', 'active', 'UTC', 'USD', '2026', '2026')`.execute(db)
    for (const [id, agency] of [
      ['1', 'a'],
      ['2', NO_AGENCY],
    ]) {
      await sql`
        insert into ledger_entries (id, agency_id, direction, category, amount, currency, base_amount, description,
          occurred_at, occurred_on)
        values (${id}, ${agency}, 'income', 'Work', 700, 'USD', 700, '', '2026', '2026-03-03')`.execute(db)
    }
    const log = pino({ level: 'silent' })
    const upgrade = {
      dataDir: mkdtempSync(join(inject('testDatabase').folder, 'upgrade-')),
      databaseUrl: '',
      log,
      now: TEST_NOW,
    }
    await Promise.all([upgradeDatabase(database, upgrade), upgradeDatabase(database, upgrade)])
    expect(await narrowKeys(db)).toEqual([])
    expect(await db.selectFrom('book_tallies').select(['agency_id', 'base_amount']).execute()).toEqual([
      { agency_id: 'a', base_amount: 700 },
    ])
  })
})
