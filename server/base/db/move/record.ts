import { type Kysely, sql } from 'kysely'
import type { Database } from '../engines/connection.ts'
import type { Db } from '../schema.ts'

/**
 * Stored in both databases when a move starts; in the source permanently, in the target until it is complete.
 */
export const RECORD_TABLE = 'foyer_move'

export interface MoveRecord {
  move_id: string
  side: 'source' | 'target'
  /** The database at the other end, without its password. */
  other: string
  /** In the source: `moving`, `moved`, or `abandoned`. In the target: `new`, `copying`, or `copied`. */
  stage: 'moving' | 'moved' | 'abandoned' | 'new' | 'copying' | 'copied'
  /** SQL statements that recreate what was dropped in the target for copying, as JSON. */
  set_aside: string
  /** The last key copied from each table, as JSON. */
  progress: string
}

/** A database, or a transaction on it. */
export type Place = Pick<Database, 'db' | 'dialect'>

const recordOf = (db: Db) => db as unknown as Kysely<{ [RECORD_TABLE]: MoveRecord }>

export async function findRecord({ db, dialect }: Place): Promise<MoveRecord | null> {
  const { rows } = await (dialect === 'sqlite'
    ? sql`select name from sqlite_master where name = ${RECORD_TABLE}`
    : sql`select relname from pg_class where oid = to_regclass(${RECORD_TABLE})`
  ).execute(db)
  if (rows.length === 0) return null
  return (await recordOf(db).selectFrom(RECORD_TABLE).selectAll().executeTakeFirst()) ?? null
}

/** Creates the record; called in a transaction, so that the table never exists without its row. */
export async function addRecord(trx: Db, record: Pick<MoveRecord, 'move_id' | 'side' | 'other' | 'stage'>) {
  await sql
    .raw(
      `create table ${RECORD_TABLE} (
        move_id text primary key, side text not null, other text not null, stage text not null,
        set_aside text not null, progress text not null
      )`,
    )
    .execute(trx)
  await recordOf(trx)
    .insertInto(RECORD_TABLE)
    .values({ ...record, set_aside: '[]', progress: '{}' })
    .execute()
}

export async function updateRecord(db: Db, change: Partial<MoveRecord>): Promise<void> {
  await recordOf(db).updateTable(RECORD_TABLE).set(change).execute()
}

type SourceStage = 'moving' | 'moved' | 'abandoned'

/** Changes the stage in one statement, so that only one of two processes does; false if another was first. */
async function changeStage(
  source: Place,
  move_id: string,
  { from, to }: { from: SourceStage; to: SourceStage },
): Promise<boolean> {
  if ((await findRecord(source)) === null) return false
  const changed = await recordOf(source.db)
    .updateTable(RECORD_TABLE)
    .set({ stage: to })
    .where('move_id', '=', move_id)
    .where('stage', '=', from)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Marks the source as moved; throws if the move has been abandoned. */
export async function endMove(source: Place, move_id: string): Promise<void> {
  const record = await findRecord(source)
  // An earlier run may have been killed after this step.
  if (record?.move_id === move_id && record.stage === 'moved') return
  if (!(await changeStage(source, move_id, { from: 'moving', to: 'moved' })))
    throw new Error('The move was abandoned in the meantime.')
}

/** Marks the move as abandoned before the source accepts writes; throws if it has ended since it was read. */
export async function giveUpMove(source: Place, { move_id, stage }: MoveRecord): Promise<void> {
  const from = stage as SourceStage
  if (!(await changeStage(source, move_id, { from, to: 'abandoned' })))
    throw new Error('The move has just ended. To use the source again anyway, repeat this command.')
}

export async function dropRecord(db: Db): Promise<void> {
  await sql.raw(`drop table if exists ${RECORD_TABLE}`).execute(db)
}

/** Throws if the database has been moved away, or is the target of an incomplete move. */
export async function requireUnmoved(database: Place): Promise<void> {
  const record = await findRecord(database)
  if (record === null) return
  const { side, stage, other } = record
  if (side === 'target') {
    throw new Error(`A move from ${other} into this database hasn’t finished. Run the move command again.`)
  }
  throw new Error(
    stage === 'moved'
      ? `This database was moved to ${other}. Set DATABASE_URL to that one.\n` +
          'To use this one again, as it was before the move, run the move command with --abandon.'
      : `This database is being moved to ${other}. If that was interrupted, run the move command again to ` +
          'continue, or with --abandon to cancel.',
  )
}
