import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../connection.ts'
import type { Db } from '../schema.ts'
import { PORTAL_MOVING } from '../storage-failure.ts'
import { addRecord, dropRecord, findRecord, type MoveRecord } from './record.ts'
import type { Table } from './tables.ts'

const TRIGGER = 'foyer_move_refuse'
const EVENTS = ['insert', 'update', 'delete']

const ATTEMPTS = 12
const PAUSE_MS = 300
/** Somebody else writes, or waits for what we hold. */
const BUSY = ['SQLITE_BUSY', '55P03', '40P01']

/**
 * When this has ended the database itself refuses every write, whichever process it comes from, and goes on
 * after the end of this one. Writes under way are waited for. Reading goes on.
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

/** Does the work in a transaction, again while others are in its way. */
async function insist(db: Db, work: (trx: Db) => Promise<void>): Promise<void> {
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
 * One table at a time: whoever holds one lock while waiting for another stands in somebody's way for ever.
 * A transaction that is refused at one table is undone in all; a kill leaves the rest to the next run.
 */
async function addPostgresTriggers(db: Db, tables: readonly Table[]): Promise<void> {
  const refusing = new Set(await refusingTables(db))
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

async function refusingTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = ${TRIGGER}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Takes writes again, as if the move had never begun; the record goes last, in case of a kill. */
export async function acceptWrites({ dialect, db }: Database): Promise<void> {
  if (dialect === 'postgres') {
    for (const name of await refusingTables(db)) {
      await insist(db, async (trx) => {
        await sql.raw(`drop trigger ${TRIGGER} on "${name}"`).execute(trx)
      })
    }
  }
  await insist(db, async (trx) => {
    if (dialect === 'sqlite') await dropSqliteTriggers(trx)
    else await sql.raw(`drop function if exists ${TRIGGER}()`).execute(trx)
    await dropRecord(trx)
  })
}

async function dropSqliteTriggers(trx: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger' and substr(name, 1, ${TRIGGER.length}) = ${TRIGGER}`.execute(
    trx,
  )
  for (const { name } of rows) await sql.raw(`drop trigger "${name}"`).execute(trx)
}
