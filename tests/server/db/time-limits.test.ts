import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/connection.ts'
import { isUnavailable } from '#server/db/dialect.ts'
import { waitForDatabase } from '#server/db/wait.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { cookieFor, startApp } from '#tests/support/http.ts'
import { createWorld } from '#tests/support/world.ts'

/** Takes connections and never says a word, as a frozen server does. */
async function muteServer(): Promise<string> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgres://foyer@127.0.0.1:${(server.address() as AddressInfo).port}/foyer`
}

// The mute server is no database of the tests: once is enough.
const once = test.skipIf(inject('testDatabase').dialect === 'sqlite')

once('a start against a mute server says so, tries again, and gives up in words', async () => {
  const database = openDatabase(await muteServer())
  onTestFinished(database.close)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await expect(waitForDatabase(database, log, 1)).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:\d+ does not answer \(.*timeout.*\)\. Check DATABASE_URL/,
  )
  expect(lines.length).toBeGreaterThan(2)
  expect(lines[0]).toContain('does not answer yet; trying again')
})

test('calls are answered by their deadline while the session can’t be looked up', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = testServices(db)
  const { url } = await startApp(services)
  const cookie = await cookieFor(services, world.home.owner.userId)
  const mute = openDatabase(await muteServer())
  onTestFinished(mute.close)
  services.db = mute.db
  const began = Date.now()
  const calls = Array.from({ length: 30 }, () =>
    fetch(`${url}/trpc/clients.list?input={}`, { headers: { cookie } }),
  )
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, Date.now() - began < 4000]).toEqual([503, true])
  for (const response of await Promise.all(calls)) {
    const { error } = await response.json()
    expect([response.status, error.data.reason]).toEqual([503, 'database_unavailable'])
  }
  expect(Date.now() - began).toBeLessThan(20_000)
  // Back again, it is asked again.
  services.db = db
  expect((await fetch(`${url}/trpc/clients.list?input={}`, { headers: { cookie } })).status).toBe(200)
}, 60_000)

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('PostgreSQL', () => {
  test('a locked table fails its readers in time, and keeps no connection', async () => {
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
  }, 60_000)

  test('frozen in the midst of queries, it fails them in time and is asked anew after the thaw', async () => {
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
    const began = Date.now()
    const error = await sql`select 1`.execute(through.db).catch((reason) => reason)
    expect([isUnavailable(error), Date.now() - began < 30_000]).toEqual([true, true])
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(through.db)
    expect(rows).toEqual([{ one: 1 }])
  }, 60_000)

  test('a connection that waits too long for its own process is ended', async () => {
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
