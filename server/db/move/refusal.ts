import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../connection.ts'
import type { Db } from '../schema.ts'
import { PORTAL_MOVING } from '../storage-failure.ts'
import { addRecord, dropRecord, type MoveRecord } from './record.ts'
import type { Table } from './tables.ts'

const TRIGGER = 'foyer_move_refuse'
const EVENTS = ['insert', 'update', 'delete']

const ATTEMPTS = 30
const PAUSE_MS = 300
/** Somebody else writes, or waits for what we hold. */
const BUSY = ['SQLITE_BUSY', '55P03', '40P01']

/**
 * From here on the database itself refuses every write, whichever process it comes from, and also after the
 * end of this one. Writes under way are waited for. Reading goes on.
 */
export async function refuseWrites(
  { dialect, db }: Database,
  tables: readonly Table[],
  record: Pick<MoveRecord, 'move_id' | 'other'>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(async (trx) => {
        await (dialect === 'sqlite' ? addSqliteTriggers(trx, tables) : addPostgresTriggers(trx, tables))
        await addRecord(trx, { ...record, side: 'source', stage: 'moving' })
      })
      return
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

/** All tables are locked before any is changed: the locks come fast or are given up again for a moment. */
async function addPostgresTriggers(trx: Db, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => `"${name}"`)
  await sql`set local lock_timeout = '500ms'`.execute(trx)
  await sql.raw(`lock table ${names.join(', ')} in share row exclusive mode`).execute(trx)
  await sql
    .raw(
      `create function ${TRIGGER}() returns trigger language plpgsql as
       $$ begin raise exception '${PORTAL_MOVING}'; end $$`,
    )
    .execute(trx)
  for (const name of names) {
    await sql
      .raw(
        `create trigger ${TRIGGER} before ${EVENTS.join(' or ')} on ${name}
         for each row execute function ${TRIGGER}()`,
      )
      .execute(trx)
  }
}

/** Takes writes again, as if the move had never begun. */
export async function acceptWrites({ dialect, db }: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (dialect === 'sqlite') await dropSqliteTriggers(trx)
    else await sql.raw(`drop function if exists ${TRIGGER}() cascade`).execute(trx)
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
