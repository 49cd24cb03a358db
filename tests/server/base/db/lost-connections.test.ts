import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { isUnavailable } from '#server/base/db/engines/dialect.ts'
import type { Db } from '#server/base/db/schema.ts'
import { createOwnDatabase } from '#tests/support/databases/database.ts'
import { hasOthers, isRunning } from '#tests/support/databases/postgres-admin.ts'

/** Terminates every other connection to this test's database. */
const endOthers = (db: Db) =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a lost PostgreSQL connection', () => {
  test('fails its query with a database error, and later ones work', async () => {
    const { db } = await createOwnDatabase()
    const started: (() => void)[] = []
    const waiting = [1, 2, 3].map(() => new Promise<void>((resolve) => started.push(resolve)))
    const idle = Promise.withResolvers<void>()
    // In the middle of a transaction, between two queries, when no one is waiting for a response.
    const transactions = started.map((begun) =>
      db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx)
        begun()
        await idle.promise
        await sql`select 1`.execute(trx)
      }),
    )
    const query = sql`select pg_sleep(30)`.execute(db)
    const outcomes = Promise.allSettled([...transactions, query])
    await Promise.all(waiting)
    await expect.poll(() => isRunning(db, 'select pg_sleep(30)')).toBe(true)
    await endOthers(db)
    await expect.poll(() => hasOthers(db)).toBe(false)
    idle.resolve()
    const reasons = (await outcomes).map((outcome) => 'reason' in outcome && isUnavailable(outcome.reason))
    expect(reasons).toEqual(Array(4).fill(true))
    // The pool may learn of the last of its lost connections only after the server.
    const later = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
    await expect.poll(later).toEqual([{ one: 1 }])
  })
})
