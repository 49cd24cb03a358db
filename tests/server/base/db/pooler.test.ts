import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '#scripts/tools/pgbouncer.ts'
import { type Database, openDatabase } from '#server/base/db/engines/connection.ts'
import { isUnavailable } from '#server/base/db/engines/dialect.ts'
import { warnOfEndless } from '#server/base/db/engines/wait.ts'
import { liveSource } from '#server/reactions/live/source.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'
import { startProcess } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

type Postgres = Extract<Database, { dialect: 'postgres' }>

async function setUp() {
  const direct = (await createTestDatabase()) as Postgres
  const pooler = await startPgBouncer(direct.directUrl)
  onTestFinished(pooler.stop)
  const pooled = openDatabase(pooler.url, { directUrl: direct.directUrl }) as Postgres
  onTestFinished(pooled.close)
  return { direct, pooled }
}

const log = pino({ level: 'silent' })

const limitsOf = async ({ db }: Database) => {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  return rows[0]
}

describe.runIf(inject('testDatabase').dialect === 'postgres' && hasPgBouncer)('behind PgBouncer', () => {
  test('sessions have the same limits as direct ones, and slow statements are canceled', async () => {
    const { direct, pooled } = await setUp()
    expect(await limitsOf(pooled)).toEqual(await limitsOf(direct))
    const error = await sql`set local statement_timeout = 50; select pg_sleep(5)`
      .execute(pooled.db)
      .catch((reason) => reason)
    expect(isUnavailable(error)).toBe(true)
  })

  test('a pooler without limits is logged', async () => {
    const direct = (await createTestDatabase()) as Postgres
    const lines: string[] = []
    const hear = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    await warnOfEndless(direct, hear)
    const endless = openDatabase(direct.directUrl, { directUrl: direct.directUrl })
    onTestFinished(endless.close)
    await warnOfEndless(endless, hear)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('no statement_timeout')
  })

  test('changes of other processes are received immediately, bypassing the pooler', async () => {
    const { direct, pooled } = await setUp()
    const world = await createWorld(direct.db)
    let heard = Promise.withResolvers<void>()
    const unlisten = liveSource(pooled, log).listen?.(() => heard.resolve())
    onTestFinished(async () => unlisten?.())
    await heard.promise
    // From here on, only a change wakes it.
    heard = Promise.withResolvers<void>()
    await callerAs(pooled.db, world.home.owner).clients.save({ name: 'Zoe', email: 'zoe@example.test' })
    await heard.promise
  })

  test('two portals can start at once on an empty database and share it', async () => {
    const { direct, pooled } = await setUp()
    await sql`drop schema public cascade; create schema public`.execute(direct.db)
    const env = {
      DATABASE_URL: pooled.pool.options.connectionString,
      DATABASE_DIRECT_URL: direct.directUrl,
    }
    const folder = temporaryFolder()
    const [first, second] = await Promise.all([startProcess(folder, env), startProcess(folder, env)])
    const { home } = await createWorld(direct.db)
    const cookie = await cookieFor({ ...testServices(direct.db), clock: () => new Date() }, home.owner.userId)
    const save = (name: string, { url }: { url: string }) =>
      fetch(`${url}/trpc/clients.save`, {
        method: 'POST',
        headers: { ...fromPortal(url), cookie },
        body: JSON.stringify({ name, email: `${name}@example.test` }),
      })
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, number) => save(`client-${number}`, number % 2 ? first : second)),
    )
    expect(statuses.map(({ status }) => status)).toEqual(Array(40).fill(200))
    const stored = await direct.db
      .selectFrom('clients')
      .select('name')
      .where('name', 'like', 'client-%')
      .execute()
    expect(new Set(stored.map(({ name }) => name)).size).toBe(40)
  })
})

test.runIf(inject('testDatabase').dialect === 'postgres')(
  'a connection to a server that became read-only is removed from the pool and preserves its error',
  async () => {
    const { db, pool } = (await createTestDatabase()) as Postgres
    const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
    await pool.query('set default_transaction_read_only = on')
    const demoted = await pid()
    const work = db.transaction().execute((trx) => sql`create table written (id text)`.execute(trx))
    await expect(work).rejects.toMatchObject({ code: '25006' })
    expect(await pid()).not.toBe(demoted)
    await sql`create table written (id text)`.execute(db)
  },
)
