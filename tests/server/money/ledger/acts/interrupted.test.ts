import { describe, expect, inject, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { beforeStatements } from '#tests/support/databases/interrupting.ts'
import { openSeverable } from '#tests/support/databases/severable-proxy.ts'
import { BOOK_ACTS, type BookAct } from '#tests/support/money/interrupted/book-acts.ts'
import { actsOnce } from '#tests/support/money/interrupted/whole-or-nothing.ts'

const acts = Object.entries(BOOK_ACTS)
const ENOUGH = 500

/** Interrupts the action before one statement after the other; returns the number of statements. */
async function interruptEach(
  db: Db,
  acting: BookAct,
  interrupt: (db: Db, stop: number, note: () => void) => Db,
  step = 1,
): Promise<number> {
  const { at, made, check } = await actsOnce(db, acting)
  for (let stop = 1; stop < ENOUGH; stop += step) {
    let reached = false
    const interrupted = interrupt(db, stop, () => {
      reached = true
    })
    const answer = await acting.act({ ...at, db: interrupted }, made).catch((error: unknown) => error)
    expect([stop, answer instanceof Error]).toEqual([stop, reached])
    if ((await check()) === 'done') return stop
  }
  throw new Error('It never ends.')
}

test.each(acts)(
  '%s, stopped before any of its statements, leaves nothing behind or is complete',
  async (_name, acting) => {
    const { db } = await createTestDatabase()
    const statements = await interruptEach(db, acting, (whole, stop, note) =>
      beforeStatements(whole, (count) => {
        if (count === stop) note()
        return count !== stop
      }),
    )
    expect(statements).toBeGreaterThan(3)
  },
)

describe.skipIf(inject('testDatabase').dialect !== 'postgres')('PostgreSQL', () => {
  test.each(acts)('%s, disconnected midway, leaves nothing behind or is complete', async (_name, acting) => {
    const { plug, direct, plugged } = await openSeverable()
    const pulling = (_whole: Db, stop: number, note: () => void) => {
      plug.plugIn()
      return beforeStatements(plugged.db, (count) => {
        if (count === stop) {
          note()
          plug.pull()
        }
        return true
      })
    }
    await interruptEach(direct.db, acting, pulling, 7)
  })
})
