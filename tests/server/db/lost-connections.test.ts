import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { isUnavailable } from '#server/db/dialect.ts'
import type { Db } from '#server/db/schema.ts'
import { createTestDatabase } from '#tests/support/database.ts'

/** Ends every connection to this test's database but the one that asks. */
const endOthers = (db: Db) =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('a lost PostgreSQL connection', () => {
  test('fails the work it carried as the database’s trouble, and the next query works', async () => {
    const { db } = await createTestDatabase()
    const started: (() => void)[] = []
    const waiting = [1, 2, 3].map(() => new Promise<void>((resolve) => started.push(resolve)))
    const idle = Promise.withResolvers<void>()
    // In the middle of a transaction, between two queries: nobody waits for an answer.
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
    await new Promise((resolve) => setTimeout(resolve, 100))
    await endOthers(db)
    await new Promise((resolve) => setTimeout(resolve, 200))
    idle.resolve()
    const reasons = (await outcomes).map((outcome) => 'reason' in outcome && isUnavailable(outcome.reason))
    expect(reasons).toEqual(Array(4).fill(true))
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
  })
})
