import { sql } from 'kysely'
import type { Database } from '../engines/connection.ts'
import { AGENCY_MOVING } from '../engines/storage-failure.ts'
import { dropSqliteTriggers, EVENTS, insist, refusingTables } from '../move/refusal.ts'
import type { Table } from '../move/tables.ts'
import type { Db } from '../schema.ts'
import { belongs, ownershipOf } from './ownership.ts'
import { type AgencyMove, addMove, findMoving } from './record.ts'

const TRIGGER = 'foyer_agency_move'
type Event = (typeof EVENTS)[number]

const MOVING = `(select agency_id from agency_moves where state = 'moving')`

/** The trigger's condition, on the old and new row where the event has them. */
const refused = (table: string, event: Event): string =>
  [...(event === 'insert' ? [] : ['old']), ...(event === 'delete' ? [] : ['new'])]
    .map((row) => belongs(table, row, MOVING))
    .join(' or ')

/**
 * Installs triggers that reject writes to the agency's rows from any process, even after this one ends, and
 * waits for writes in progress. Reads and other agencies aren't affected.
 */
export async function refuseAgencyWrites(
  { dialect, db }: Database,
  tables: readonly Table[],
  move: AgencyMove,
): Promise<void> {
  const moved = tables.filter(({ name }) => ownershipOf(name) !== null)
  if (dialect === 'sqlite') {
    await insist(db, async (trx) => {
      await dropSqliteTriggers(trx, TRIGGER)
      for (const { name } of moved) await addSqliteTriggers(trx, name)
      if ((await findMoving(trx)) === null) await addMove(trx, move)
    })
    return
  }
  await insist(db, async (trx) => {
    if ((await findMoving(trx)) === null) await addMove(trx, move)
  })
  const refusing = new Set(await refusingTables(db, TRIGGER))
  for (const { name } of moved) await insist(db, (trx) => refuseOnPostgres(trx, name, refusing.has(name)))
}

async function addSqliteTriggers(trx: Db, table: string): Promise<void> {
  for (const event of EVENTS) {
    await sql
      .raw(
        `create trigger ${TRIGGER}_${event}_${table} before ${event} on "${table}" when ${refused(table, event)}
        begin select raise(abort, '${AGENCY_MOVING}'); end`,
      )
      .execute(trx)
  }
}

/**
 * Locking one table at a time waits for transactions that wrote to it before the move was recorded; later
 * writers see the record.
 */
async function refuseOnPostgres(trx: Db, table: string, isRefusing: boolean): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(trx)
  await sql.raw(`lock table "${table}" in share row exclusive mode`).execute(trx)
  if (isRefusing) return
  const cases = EVENTS.map(
    (event) => `if tg_op = '${event.toUpperCase()}' then
      if ${refused(table, event)} then raise exception '${AGENCY_MOVING}'; end if;
    end if;`,
  )
  await sql
    .raw(
      `create or replace function ${TRIGGER}_${table}() returns trigger language plpgsql as $$ begin
         ${cases.join('\n')}
         if tg_op = 'DELETE' then return old; end if;
         return new;
       end $$`,
    )
    .execute(trx)
  await sql
    .raw(
      `create trigger ${TRIGGER} before ${EVENTS.join(' or ')} on "${table}"
       for each row execute function ${TRIGGER}_${table}()`,
    )
    .execute(trx)
}

/** Removes the triggers, which reject nothing once no agency is recorded as moving. */
export async function stopRefusing({ dialect, db }: Database): Promise<void> {
  if (dialect === 'sqlite') return insist(db, (trx) => dropSqliteTriggers(trx, TRIGGER))
  for (const name of await refusingTables(db, TRIGGER)) {
    await insist(db, async (trx) => {
      await sql`set local lock_timeout = '5s'`.execute(trx)
      await sql.raw(`drop trigger ${TRIGGER} on "${name}"`).execute(trx)
      await sql.raw(`drop function ${TRIGGER}_${name}()`).execute(trx)
    })
  }
}
