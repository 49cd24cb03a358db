import { expect } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { bookDifferencesOf } from '#server/overview/platform/checks/queries/book-differences.ts'
import { ctxFor } from '../../caller.ts'
import { createTestDatabase } from '../../databases/database.ts'
import { rowsOf } from '../../databases/interrupting.ts'
import { type BookAct, preparedWorld } from './book-acts.ts'

type Rows = Awaited<ReturnType<typeof rowsOf>>

const countsOf = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]))

/** The tables that the action changes, and the number of rows in each table afterwards. */
async function wholeOf({ prepare, act }: BookAct) {
  const { db } = await createTestDatabase()
  const at = await preparedWorld(db)
  const made = (await prepare(at)) as never
  const before = await rowsOf(db)
  await act(at, made)
  const after = await rowsOf(db)
  const changed = Object.keys(after).filter((table) => String(after[table]) !== String(before[table]))
  return { changed, counts: countsOf(after) }
}

/** A database in which the action can be tried; `check` returns whether it is done, and fails if it is partly done. */
export async function actsOnce(db: Db, acting: BookAct) {
  const { changed, counts } = await wholeOf(acting)
  const at = await preparedWorld(db)
  const made = (await acting.prepare(at)) as never
  const before = await rowsOf(db, changed)
  const check = async (): Promise<'nothing' | 'done'> => {
    if (JSON.stringify(await rowsOf(db, changed)) === JSON.stringify(before)) return 'nothing'
    expect(countsOf(await rowsOf(db))).toEqual(counts)
    expect(await bookDifferencesOf(ctxFor(db, null), at.world.home.agencyId)).toEqual([])
    return 'done'
  }
  return { at, made, check }
}
