import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { isUnavailable } from '#server/base/db/engines/dialect.ts'
import { waitForDatabase } from '#server/base/db/engines/wait.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createOwnDatabase, createTestDatabase } from '#tests/support/databases/database.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

/** Accepts connections and never responds, like a frozen server. */
async function silentServer(): Promise<string> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgres://foyer@127.0.0.1:${(server.address() as AddressInfo).port}/foyer`
}

// The unresponsive server isn't a test database: once is enough.
const once = test.skipIf(inject('testDatabase').dialect === 'sqlite')

once('a start against a mute server says so, tries again, and gives up in words', async () => {
  const database = openDatabase(await silentServer())
  onTestFinished(database.close)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await expect(waitForDatabase(database, log, { waitMs: 12_000, pauseMs: 1 })).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:\d+ is not responding \(.*timeout.*\)\. Check DATABASE_URL/,
  )
  expect(lines.length).toBeGreaterThan(1)
  expect(lines[0]).toContain('is not responding yet; trying again')
})

test.runIf(inject('testDatabase').dialect === 'postgres')(
  'upgrades have no limit, whatever the database sets',
  async () => {
    const own = await createOwnDatabase()
    const url = own.dialect === 'postgres' ? own.directUrl : ''
    await sql
      .raw(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = 1000`)
      .execute(own.db)
    const limitOf = async (options: { patient?: boolean }) => {
      const database = openDatabase(url, options)
      const { rows } = await sql`show statement_timeout`.execute(database.db).finally(() => database.close())
      return rows
    }
    expect(await limitOf({ patient: true })).toEqual([{ statement_timeout: '0' }])
    expect(await limitOf({})).toEqual([{ statement_timeout: '25s' }])
  },
)

test('calls fail at their deadline while the session lookup hangs', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const mute = openDatabase(await silentServer())
  onTestFinished(mute.close)
  services.db = mute.db
  const calls = Array.from({ length: 30 }, () =>
    fetch(`${url}/trpc/clients.list?input={}`, { headers: { cookie } }),
  )
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  for (const response of await Promise.all(calls)) {
    const { error } = await response.json()
    expect([response.status, error.data.reason]).toEqual([503, 'database_unavailable'])
  }
  // It is queried again once it is back.
  services.db = db
  expect((await fetch(`${url}/trpc/clients.list?input={}`, { headers: { cookie } })).status).toBe(200)
})

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('PostgreSQL', () => {
  test('a locked table fails its readers in time and releases their connections', async () => {
    const { db } = await createTestDatabase()
    const world = await createWorld(db)
    const owner = callerAs(db, world.home.owner)
    const unlock = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async (trx) => {
      await sql`lock table clients in access exclusive mode`.execute(trx)
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    const readers = await Promise.allSettled(Array.from({ length: 9 }, () => owner.clients.list({})))
    for (const reader of readers)
      expect(reader).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
    unlock.resolve()
    await holder
    await owner.clients.list({})
  })

  test('when frozen during queries, it fails them in time and is used again after the thaw', async () => {
    const direct = await createTestDatabase()
    if (direct.dialect !== 'postgres') throw new Error('only for PostgreSQL')
    const target = new URL(direct.pool.options.connectionString ?? '')
    const sockets: Socket[] = []
    const folder = target.searchParams.get('host')
    const port = Number(target.port || 5432)
    const home = folder === null ? { host: target.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` }
    const proxy = createServer((near) => {
      const far = connect(home)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.push(from.on('error', () => {}))
        from.pipe(to)
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    target.searchParams.delete('host')
    target.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const through = openDatabase(target.href)
    onTestFinished(through.close)
    await sql`select 1`.execute(through.db)

    for (const socket of sockets) socket.unpipe().pause()
    const error = await sql`select 1`.execute(through.db).catch((reason) => reason)
    expect(isUnavailable(error)).toBe(true)
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(through.db)
    expect(rows).toEqual([{ one: 1 }])
  })

  test('a connection that waits too long for its own process is closed', async () => {
    const { db } = await createTestDatabase()
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')
      order by name`.execute(db)
    expect(rows.map(({ name, setting }) => [name, Number(setting)])).toEqual([
      ['idle_in_transaction_session_timeout', 30_000],
      ['lock_timeout', 10_000],
      ['statement_timeout', 25_000],
    ])
    const error = await sql`set statement_timeout = 50; select pg_sleep(5)`
      .execute(db)
      .catch((reason) => reason)
    expect(isUnavailable(error)).toBe(true)
  })
})
