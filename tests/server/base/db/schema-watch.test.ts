import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { FIRST_DECLARED, migrations } from '#migrations/index.ts'
import { upgradeDatabase } from '#server/base/adapters/backups/database-upgrade.ts'
import { type Database, openDatabase } from '#server/base/db/engines/connection.ts'
import { isOutdated, migrateToLatest, PROGRAM } from '#server/base/db/engines/migrator.ts'
import { testServices } from '#tests/support/caller.ts'
import { copyTemplate } from '#tests/support/databases/database.ts'
import { isBlocked } from '#tests/support/databases/postgres-admin.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const UPGRADING = 'The portal is being upgraded. Please try again in a moment.'

async function setUp() {
  const { url: address, dispose } = await copyTemplate()
  const [database, newer, observer] = [openDatabase(address), openDatabase(address), openDatabase(address)]
  onTestFinished(async () => {
    await Promise.all([database, newer, observer].map(({ close }) => close()))
    await dispose()
  })
  const world = await createWorld(database.db)
  const dataDir = temporaryFolder()
  const services = { ...testServices(database.db, { config: { dataDir } }), clock: () => new Date() }
  services.config.databaseUrl = address
  await database.schema.watch(isOutdated)
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const call = async (path: string, input?: object) => {
    const response = await fetch(`${url}/trpc/${path}${input === undefined ? '?input=%7B%7D' : ''}`, {
      headers: { ...fromPortal(url), cookie },
      ...(input && { method: 'POST', body: JSON.stringify(input) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const save = (name: string) => call('clients.save', { name, email: `${name}@example.test` })
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  return { database, newer, observer, save, list: () => call('clients.list'), ready }
}

const NEXT = '9999-future'

/** Upgrades like a program with one more migration, which is compatible with programs from `oldest` on. */
async function upgradeTo({ db }: Database, oldest: string, change: string): Promise<void> {
  migrations[NEXT] = {
    up: async (trx) => void (await sql.raw(change).execute(trx)),
    oldestProgram: oldest,
  }
  try {
    expect(await migrateToLatest(db)).toEqual([NEXT])
  } finally {
    delete migrations[NEXT]
  }
}

test('a running portal continues after an upgrade that declares it compatible', async () => {
  const { newer, save, list, ready } = await setUp()
  await upgradeTo(newer, PROGRAM, 'alter table clients add column later text')
  expect((await save('before')).status).toBe(200)
  expect((await list()).status).toBe(200)
  expect((await ready()).status).toBe(200)
})

test("after an incompatible upgrade it isn't ready, rejects changes immediately and says why", async () => {
  const { newer, database, save, list, ready } = await setUp()
  expect((await save('before')).status).toBe(200)
  await upgradeTo(newer, NEXT, 'alter table clients add column later text')
  expect(await save('after')).toMatchObject({
    status: 503,
    body: { error: { message: UPGRADING, data: { reason: 'portal_upgrading' } } },
  })
  expect(await ready()).toEqual({
    status: 503,
    body: { status: 'unavailable', reason: 'portal_upgrading' },
  })
  // Reads that still work are answered.
  expect((await list()).status).toBe(200)
  const { rows } = await sql`select name from clients where name = 'after'`.execute(database.db)
  expect(rows).toEqual([])
})

test('reads that no longer work fail with the same message', async () => {
  const { newer, list } = await setUp()
  expect((await list()).status).toBe(200)
  await upgradeTo(newer, NEXT, 'alter table clients rename column name to called')
  expect(await list()).toMatchObject({
    status: 503,
    body: { error: { message: UPGRADING, data: { reason: 'portal_upgrading' } } },
  })
})

test('it notices an upgrade without making a change of its own', async () => {
  const { newer, database } = await setUp()
  await upgradeTo(newer, NEXT, 'alter table clients add column later text')
  await expect.poll(() => database.schema.outdated).toBe(true)
})

// On SQLite the migrator would block the writers of its own process.
test.skipIf(inject('testDatabase').dialect === 'sqlite')(
  "none of 20 concurrent writers writes to a schema it hasn't checked",
  async () => {
    const { newer, database, save } = await setUp()
    const during = Array.from({ length: 20 }, (_, number) => save(`writer${number}`))
    const upgraded = upgradeTo(newer, NEXT, 'alter table clients add column upgraded text')
    const statuses = (await Promise.all(during)).map(({ status }) => status)
    await upgraded
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from clients where name like 'writer%'`.execute(
      database.db,
    )
    expect(rows).toHaveLength(statuses.filter((status) => status === 200).length)
  },
)

test.skipIf(inject('testDatabase').dialect === 'sqlite')(
  'an upgrade waits for transactions that started on the old schema',
  async () => {
    const { newer, database, observer } = await setUp()
    let upgraded: Promise<void> | undefined
    await database.db.transaction().execute(async (trx) => {
      const order: string[] = []
      upgraded = upgradeTo(newer, NEXT, 'alter table clients rename column name to called').then(() => {
        order.push('upgraded')
      })
      await expect.poll(() => isBlocked(observer.db)).toBe(true)
      await sql`update clients set name = name`.execute(trx)
      order.push('written')
      expect(order).toEqual(['written'])
    })
    await upgraded
    const late = database.db.transaction().execute((trx) => sql`select 1`.execute(trx))
    await expect(late).rejects.toMatchObject({ code: 'SCHEMA_NEWER' })
  },
)

test('the previous version can start on a schema that declares it compatible', async () => {
  const { newer } = await setUp()
  const start = () =>
    upgradeDatabase(newer, {
      dataDir: tmpdir(),
      databaseUrl: '',
      log: pino({ level: 'silent' }),
      now: new Date(),
    })
  await upgradeTo(newer, PROGRAM, 'alter table clients add column later text')
  await start()
  expect(await migrateToLatest(newer.db)).toEqual([])
  await newer.db.updateTable('schema_compatibility').set({ oldest_program: NEXT }).execute()
  await expect(start()).rejects.toThrow('newer version')
})

test('each migration declares which versions can work with its schema', () => {
  const names = Object.keys(migrations)
  for (const name of names.filter((one) => one > FIRST_DECLARED)) {
    const oldest = migrations[name]?.oldestProgram ?? ''
    expect(names, `${name} names a migration there is`).toContain(oldest)
    expect(oldest >= FIRST_DECLARED && oldest <= name, `${name} names itself or an earlier one`).toBe(true)
  }
})
