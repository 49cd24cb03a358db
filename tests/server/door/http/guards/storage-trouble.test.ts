import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, test } from 'vitest'
import type { Database } from '#server/base/db/engines/connection.ts'
import { testServices } from '#tests/support/caller.ts'
import { createOwnDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const database = await createOwnDatabase()
  const world = await createWorld(database.db)
  const dataDir = temporaryFolder()
  const lines: { msg: string; err?: { message: string; code?: string } }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
  const services = { ...testServices(database.db, { config: { dataDir } }), log, clock: () => new Date() }
  services.config.databaseUrl = `file:${join(dataDir, 'foyer.db')}`
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const save = async (name: string) => {
    const response = await fetch(`${url}/trpc/clients.save`, {
      method: 'POST',
      headers: { ...fromPortal(url), cookie },
      body: JSON.stringify({ name, email: `${name}@example.test` }),
    })
    return { status: response.status, body: await response.json() }
  }
  const list = async () =>
    (await fetch(`${url}/trpc/clients.list?input=%7B%7D`, { headers: { cookie } })).status
  const ready = async () => (await fetch(`${url}/readyz`)).status
  return { database, dataDir, save, list, ready, lines }
}

/** Makes every new client fail as if the disk were full, until undone. */
async function fillUp(database: Database): Promise<() => Promise<void>> {
  if (database.dialect === 'sqlite') {
    const { file } = database
    await sql`create table ballast (text text)`.execute(database.db)
    await sql`create trigger fill after insert on clients begin
      insert into ballast values (hex(zeroblob(200000))); end`.execute(database.db)
    file.pragma(`max_page_count = ${file.pragma('page_count', { simple: true })}`)
    return async () => {
      file.pragma('max_page_count = 1000000')
    }
  }
  await sql
    .raw(`create function fill() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    .execute(database.db)
  await sql`create trigger fill after insert on clients execute function fill()`.execute(database.db)
  return async () => {
    await sql`drop trigger fill on clients`.execute(database.db)
  }
}

async function makeReadOnly(database: Database): Promise<() => Promise<void>> {
  if (database.dialect === 'sqlite') {
    database.file.pragma('query_only = 1')
    return async () => {
      database.file.pragma('query_only = 0')
    }
  }
  const { pool } = database
  const name = new URL(pool.options.connectionString ?? '').pathname.slice(1)
  const set = async (state: 'on' | 'off') => {
    const client = await pool.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database ${name} set default_transaction_read_only = ${state}`)
    client.release(true)
    // Existing sessions keep their settings.
    const others = await pool.connect()
    await others.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    others.release(true)
  }
  await set('on')
  return () => set('off')
}

describe('a full disk', () => {
  test('is reported to the caller, logged once, and cleared when there is space', async () => {
    const { database, save, list, lines } = await setUp()
    const makeRoom = await fillUp(database)
    for (const name of ['one', 'two', 'three']) {
      const { status, body } = await save(name)
      expect(status).toBe(503)
      expect(body.error.message).toBe(
        'The server’s storage is full, so nothing can be saved right now. Please try again later.',
      )
      expect(body.error.data).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'storage_full' })
    }
    expect(await list()).toBe(200)
    expect(lines).toMatchObject([
      {
        msg: 'nothing can be stored: the storage is full',
        err:
          database.dialect === 'sqlite'
            ? { code: 'SQLITE_FULL', path: database.file.name }
            : { code: '53100' },
      },
    ])
    await makeRoom()
    expect((await save('four')).status).toBe(200)
  })
})

test.runIf(inject('testDatabase').dialect === 'sqlite')(
  'a transaction rolled back by SQLite itself keeps its original error',
  async () => {
    const { db } = await createOwnDatabase()
    const work = db.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx)
      throw new Error('the disk is full')
    })
    await expect(work).rejects.toThrow('the disk is full')
  },
)

describe('a read-only database', () => {
  test('is reported to the caller and makes the portal not ready until it is writable', async () => {
    const { database, save, list, ready, lines } = await setUp()
    const makeWritable = await makeReadOnly(database)
    expect(await ready()).toBe(503)
    const { status, body } = await save('one')
    expect([status, body.error.data.reason]).toEqual([503, 'storage_read_only'])
    expect(await list()).toBe(200)
    const code = database.dialect === 'sqlite' ? 'SQLITE_READONLY' : '25006'
    expect(lines).toMatchObject([{ msg: 'nothing can be stored: the storage is read-only', err: { code } }])
    await makeWritable()
    expect(await ready()).toBe(200)
    expect((await save('two')).status).toBe(200)
  })
})

test('an unwritable data folder makes the portal not ready until it is writable', async () => {
  const { dataDir, ready, lines } = await setUp()
  rmSync(dataDir, { recursive: true, force: true })
  writeFileSync(dataDir, 'in its place')
  expect(await ready()).toBe(503)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'not ready' }))
  rmSync(dataDir)
  expect(await ready()).toBe(200)
})
