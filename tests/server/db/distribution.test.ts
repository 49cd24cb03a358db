import { describe, expect, inject, test } from 'vitest'
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
import { newId } from '#server/db/values.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const database = await createTestDatabase()
  const world = await createWorld(database.db)
  const done = await distribute(database.db)
  await adoptDistribution(database)
  return { database, db: database.db, world, done }
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

    const narrow = (await uniqueKeys(db))
      .filter(({ table, columns }) => spread.has(table) && columns?.[0] !== 'agency_id')
      .map(({ table, name }) => `${table}.${name}`)
    expect(narrow).toEqual([])

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
    if (!process.env.DISTRIBUTED) {
      expect(done.columns).toBeGreaterThan(Object.keys(PARENTS).length)
      expect(done.dropped).toContain('profiles (agency_id, client_id) → clients')
    }
    expect(await distribute(db)).toEqual({ columns: 0, keys: 0, references: 0, dropped: [] })
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
})
