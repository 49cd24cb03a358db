import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { copyTemplate, createTestDatabase } from '#tests/support/databases/database.ts'
import { beforeStatements } from '#tests/support/databases/interrupting.ts'
import { startSeverableProxy } from '#tests/support/databases/severable-proxy.ts'
import { BOOK_ACTS, type BookAct } from '#tests/support/money/interrupted/book-acts.ts'
import { actsOnce } from '#tests/support/money/interrupted/whole-or-nothing.ts'

const acts = Object.entries(BOOK_ACTS)
const ENOUGH = 500

/** Interrupts the act before one statement after the other; returns how many it has. */
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
  '%s, stopped before any statement, leaves nothing behind or is done',
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
  test.each(acts)('%s, unplugged midway, leaves nothing behind or is done', async (_name, acting) => {
    const { url, dispose } = await copyTemplate()
    const address = new URL(url)
    const plug = await startSeverableProxy(address.hostname, Number(address.port || 5432))
    const direct = openDatabase(url)
    address.hostname = '127.0.0.1'
    address.port = String(plug.port)
    const plugged = openDatabase(address.href)
    onTestFinished(async () => {
      await plugged.close()
      await direct.close()
      await dispose()
    })
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
