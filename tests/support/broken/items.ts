import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { JOBS } from '#server/domains.ts'
import type { WorkKindName } from '#shared/overview/stopped-work.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { breakRows } from './rows.ts'

/** A job with two items, one of which fails in the database. */
export interface BrokenItem {
  job: string
  work: WorkKindName
  at?: Date
  /** Prepares two items; returns the first one's id and the operation that then fails. */
  arrange: (db: Db, world: World) => Promise<[item: string, broken: Parameters<typeof breakRows>[1]]>
  /** The number of items done. */
  done: (db: Db) => Promise<number>
}

export const countWhere = async (
  db: Db,
  table: 'invoices' | 'notifications' | 'invoice_reminders',
  where: [string, string],
) =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(where[0] as 'id', '=', where[1])
      .executeTakeFirstOrThrow()
  ).count

/** Returns the first one's id. */
export const twoInvoices = async (db: Db, world: World): Promise<string> => {
  const owner = callerAs(db, world.home.owner)
  const id = await sendInvoiceTo(owner, world.home.client.clientId)
  await sendInvoiceTo(owner, world.home.client.clientId)
  return id
}

/** An item that fails in the database doesn't delay others, and is reported. */
export function testBrokenItems(cases: BrokenItem[]): void {
  test.for(cases)(
    '$job: an item that fails in the database delays no other',
    async ({ job, work, at = TEST_NOW, arrange, done }) => {
      const { db } = await createTestDatabase()
      const world = await createWorld(db)
      const [item, broken] = await arrange(db, world)
      const repair = await breakRows(db, broken)
      const run = (now: Date) => JOBS.find(({ name }) => name === job)?.run(ctxFor(db, null, now))
      await run(at)
      expect(await done(db)).toBe(1)
      expect(await db.selectFrom('failing_work').select(['work', 'item', 'failures']).execute()).toEqual([
        { work, item, failures: 1 },
      ])
      await repair()
      await run(addMinutes(at, 1))
      expect(await done(db)).toBe(2)
      expect(await db.selectFrom('failing_work').select('item').execute()).toEqual([])
    },
  )
}
