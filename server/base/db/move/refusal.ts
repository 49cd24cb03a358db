import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../engines/connection.ts'
import { PORTAL_MOVING } from '../engines/storage-failure.ts'
import type { Db } from '../schema.ts'
import { addRecord, dropRecord, findRecord, type MoveRecord } from './record.ts'
import type { Table } from './tables.ts'

const TRIGGER = 'foyer_move_refuse'
export const EVENTS = ['insert', 'update', 'delete'] as const

const ATTEMPTS = 12
const PAUSE_MS = 300
/** Another session is writing or waits for one of our locks. */
const BUSY = ['SQLITE_BUSY', '55P03', '40P01']

/**
 * Makes the database reject all writes from any process, even after this one ends, and waits for writes in
 * progress. Reads aren't affected.
 */
export async function refuseWrites(
  { dialect, db }: Database,
  tables: readonly Table[],
  record: Pick<MoveRecord, 'move_id' | 'other'>,
): Promise<void> {
  const added = { ...record, side: 'source', stage: 'moving' } as const
  if (dialect === 'sqlite') {
    await insist(db, async (trx) => {
      if ((await findRecord({ db: trx, dialect })) !== null) return
      await addSqliteTriggers(trx, tables)
      await addRecord(trx, added)
    })
    return
  }
  await insist(db, async (trx) => {
    if ((await findRecord({ db: trx, dialect })) !== null) return
    await sql
      .raw(
        `create function ${TRIGGER}() returns trigger language plpgsql as
         $$ begin raise exception '${PORTAL_MOVING}'; end $$`,
      )
      .execute(trx)
    await addRecord(trx, added)
  })
  await addPostgresTriggers(db, tables)
}

/** Runs the work in a transaction, retrying while other sessions block it. */
export async function insist(db: Db, work: (trx: Db) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !BUSY.includes((error as { code?: string }).code ?? '')) throw error
      await sleep(PAUSE_MS)
    }
  }
}

async function addSqliteTriggers(trx: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    for (const event of EVENTS) {
      await sql
        .raw(
          `create trigger ${TRIGGER}_${event}_${name} before ${event} on "${name}"
          begin select raise(abort, '${PORTAL_MOVING}'); end`,
        )
        .execute(trx)
    }
  }
}

/**
 * One table at a time: holding one lock while waiting for another could deadlock. A transaction rejected at
 * one table is rolled back completely; after a kill, the next run does the rest.
 */
async function addPostgresTriggers(db: Db, tables: readonly Table[]): Promise<void> {
  const refusing = new Set(await refusingTables(db, TRIGGER))
  for (const { name } of tables.filter((table) => !refusing.has(table.name))) {
    await insist(db, async (trx) => {
      await sql`set local lock_timeout = '5s'`.execute(trx)
      await sql
        .raw(
          `create trigger ${TRIGGER} before ${EVENTS.join(' or ')} on "${name}"
           for each row execute function ${TRIGGER}()`,
        )
        .execute(trx)
    })
  }
}

/** The PostgreSQL tables with the trigger. */
export async function refusingTables(db: Db, trigger: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = ${trigger} and relnamespace = current_schema()::regnamespace`.execute(db)
  return rows.map(({ name }) => name)
}

/** Makes the database writable again. The record is deleted last, in case the process is killed. */
export async function acceptWrites({ dialect, db }: Database): Promise<void> {
  if (dialect === 'postgres') {
    for (const name of await refusingTables(db, TRIGGER)) {
      await insist(db, async (trx) => {
        await sql.raw(`drop trigger ${TRIGGER} on "${name}"`).execute(trx)
      })
    }
  }
  await insist(db, async (trx) => {
    if (dialect === 'sqlite') await dropSqliteTriggers(trx, TRIGGER)
    else await sql.raw(`drop function if exists ${TRIGGER}()`).execute(trx)
    await dropRecord(trx)
  })
}

/** Drops the SQLite triggers whose names begin so. */
export async function dropSqliteTriggers(trx: Db, prefix: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'trigger' and substr(name, 1, ${prefix.length}) = ${prefix}`.execute(trx)
  for (const { name } of rows) await sql.raw(`drop trigger "${name}"`).execute(trx)
}
