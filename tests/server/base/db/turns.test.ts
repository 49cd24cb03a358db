import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/databases/database.ts'

const TURNS = 4

test('long runs of statements let the process serve other requests in between, also in transactions', async () => {
  const { db } = await createTestDatabase()
  /** The statements continue until others have had their turn, for ten seconds at most. */
  const turnsDuring = async (begin: (work: (on: typeof db) => Promise<void>) => Promise<void>) => {
    let turns = 0
    let working = true
    const turn = () => {
      turns++
      if (working) setImmediate(turn)
    }
    setImmediate(turn)
    await begin(async (on) => {
      const end = performance.now() + 10_000
      while (turns < TURNS && performance.now() < end) await sql`select count(*) from plans`.execute(on)
    })
    working = false
    return turns
  }
  expect(await turnsDuring((work) => work(db))).toBeGreaterThanOrEqual(TURNS)
  const inTransaction = await turnsDuring((work) =>
    db.transaction().execute((trx) => work(trx as unknown as typeof db)),
  )
  expect(inTransaction).toBeGreaterThanOrEqual(TURNS)
})
