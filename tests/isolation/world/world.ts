import { beforeAll } from 'vitest'
import { transact } from '#server/base/core/transaction.ts'
import type { Database } from '#server/base/db/engines/connection.ts'
import type { Db, Trx } from '#server/base/db/schema.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { openTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { HOLDERS, type Holder } from './canaries.ts'
import {
  addSampleProcess,
  liveAlone,
  liveBilling,
  liveBooks,
  liveHours,
  liveMeeting,
  liveWork,
} from './life.ts'
import { addPeople, CASTS, type CastName, PASSWORD, type Population, suspend } from './people.ts'

type Rows = Awaited<ReturnType<typeof liveCast>>
type OwnRows = Awaited<ReturnType<typeof liveAlone>>

export interface IsolationWorld extends Population {
  rows: Record<CastName, Rows>
  own: Record<Holder, OwnRows>
}

/** The world, created once for all tests of a file; call the returned function in them. */
export function openIsolationWorld(): () => { database: Database; db: Db; world: IsolationWorld } {
  let opened: { database: Database; db: Db; world: IsolationWorld } | null = null
  beforeAll(async () => {
    const { database, close } = await openTestDatabase()
    // Test data needn't survive a crash of the machine.
    if (database.dialect === 'sqlite') database.file.pragma('synchronous = OFF')
    opened = { database, db: database.db, world: await createIsolationWorld(database.db) }
    return close
  })
  return () => {
    if (opened === null) throw new Error('The world opens before the tests of a file')
    return opened
  }
}

async function createIsolationWorld(db: Db): Promise<IsolationWorld> {
  const population = await addPeople(db)
  await setPassword(db, PASSWORD)
  await addSampleProcess(db, population.people.owner)
  const rows = {} as Record<CastName, Rows>
  for (const name of CASTS) rows[name] = await liveCast(db, name, population)
  const own = {} as Record<Holder, OwnRows>
  for (const holder of HOLDERS) own[holder] = await liveAlone(db, holder, population.people[holder])
  await suspend(db, population.suspended)
  return { ...population, rows, own }
}

async function liveCast(db: Db, name: CastName, { casts }: Population) {
  const cast = casts[name]
  const work = await liveWork(db, name, cast)
  await liveMeeting(db, name, cast)
  return {
    ...work,
    ...(await liveBilling(db, name, cast)),
    ...(await liveBooks(db, name, cast)),
    ...(await liveHours(db, name, cast, work.project.id)),
  }
}

class Undo extends Error {}

/** Runs the work in a transaction that is rolled back, so that every call finds the initial world. */
export async function undone<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const done: Result[] = []
  try {
    await transact(ctxFor(db, null), async (tx) => {
      done.push(await work(tx.db))
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  const [result] = done
  return result as Result
}
