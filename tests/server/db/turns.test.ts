import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'

test('a long row of statements, in a transaction or not, lets the process answer others in between', async () => {
  const { db } = await createTestDatabase()
  const turnsDuring = async (work: () => Promise<void>) => {
    let turns = 0
    let working = true
    const turn = () => {
      turns++
      if (working) setImmediate(turn)
    }
    setImmediate(turn)
    await work()
    working = false
    return turns
  }
  const query = async (on: typeof db) => {
    const end = performance.now() + 300
    while (performance.now() < end) await sql`select count(*) from plans`.execute(on)
  }
  expect(await turnsDuring(() => query(db))).toBeGreaterThan(3)
  const inTransaction = () => db.transaction().execute((trx) => query(trx as unknown as typeof db))
  expect(await turnsDuring(inTransaction)).toBeGreaterThan(3)
})
