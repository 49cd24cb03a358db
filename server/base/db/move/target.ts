import { sql } from 'kysely'
import { dropIndexesOnPostgres, dropIndexesOnSqlite } from '../bulk/deferred-indexes.ts'
import type { Database } from '../engines/connection.ts'
import { inspectMigrations, migrateToLatest } from '../engines/migrator.ts'
import { requireUtf8 } from '../engines/wait.ts'
import type { Db } from '../schema.ts'
import { rebuildFullText } from '../search/search.ts'
import { setCounters } from './counters.ts'
import { addRecord, findRecord, type MoveRecord, updateRecord } from './record.ts'
import { listTables, type Table } from './tables.ts'

/**
 * Creates this version's tables in an empty database, or finds out how far an earlier run got. Rows of
 * another move are deleted, because its source may have changed.
 */
export async function prepareTarget(
  target: Database,
  record: Pick<MoveRecord, 'move_id' | 'other'>,
): Promise<Table[]> {
  const { db } = target
  // Rows are copied table by table, which circular references don't allow; they are checked at the end.
  if (target.dialect === 'sqlite') target.file.pragma('foreign_keys = OFF')
  const found = await findRecord(target)
  if (found === null) {
    await requireEmpty(target)
    await db.transaction().execute((trx) => addRecord(trx, { ...record, side: 'target', stage: 'new' }))
  } else if (found.side === 'source') {
    throw new Error(`The target is the source of another move, to ${found.other}.`)
  } else if (found.stage !== 'new' && (await inspectMigrations(db)).pending.length > 0) {
    throw new Error(
      'The target contains an unfinished move by an earlier version of the program. Empty it first.',
    )
  }
  await migrateToLatest(db)
  const tables = await listTables(target)
  const isOther = found !== null && found.move_id !== record.move_id
  if (isOther || (found?.stage ?? 'new') === 'new') await beginCopying(target, tables, record)
  return tables
}

async function requireEmpty(target: Database): Promise<void> {
  const tables = await target.db.introspection.getTables({ withInternalKyselyTables: true })
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name)
  if (names.length === 0) return requireUtf8(target)
  const some = names.slice(0, 5).join(', ')
  throw new Error(
    `The target isn’t empty: it has ${names.length} tables (${some}${names.length > 5 ? ', …' : ''}). ` +
      'Nothing was changed. Use an empty database.',
  )
}

/** Also deletes rows inserted by migrations, because the source has its own. */
async function beginCopying(
  { db, dialect }: Database,
  tables: readonly Table[],
  record: Pick<MoveRecord, 'move_id' | 'other'>,
): Promise<void> {
  const names = tables.map(({ name }) => `"${name}"`)
  await db.transaction().execute(async (trx) => {
    const before: string[] = JSON.parse((await findRecord({ db: trx, dialect }))?.set_aside ?? '[]')
    const aside = await (dialect === 'sqlite' ? setAsideAllOnSqlite(trx) : setAsideAllOnPostgres(trx, names))
    if (dialect === 'sqlite') for (const name of names) await sql.raw(`delete from ${name}`).execute(trx)
    else await sql.raw(`truncate ${names.join(', ')}`).execute(trx)
    const set_aside = JSON.stringify([...before, ...aside])
    await updateRecord(trx, { ...record, stage: 'copying', set_aside, progress: '{}' })
  })
}

/** The triggers' effects are copied from the source like all other rows. */
const setAsideAllOnSqlite = (trx: Db): Promise<string[]> =>
  dropIndexesOnSqlite(trx, { triggers: true, unique: true })

/** The same for PostgreSQL; foreign keys can only be dropped, and recreating them verifies them. */
async function setAsideAllOnPostgres(trx: Db, tables: readonly string[]): Promise<string[]> {
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
  const { rows: references } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by oid`.execute(trx)
  for (const { drop } of references) await sql.raw(drop).execute(trx)
  const indexes = await dropIndexesOnPostgres(trx, { unique: true })
  return [...indexes, ...references.map(({ add }) => add)]
}

/** Recreates what was dropped for copying, checks foreign keys, and builds derived data. */
export async function completeTarget(
  target: Database,
  tables: readonly Table[],
  counters: ReadonlyMap<string, bigint>,
): Promise<void> {
  const { db, dialect } = target
  await db.transaction().execute(async (trx) => {
    const record = await findRecord({ db: trx, dialect })
    if (record?.stage !== 'copying') return
    if (dialect === 'postgres') await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
    for (const statement of JSON.parse(record.set_aside) as string[]) await sql.raw(statement).execute(trx)
    if (dialect === 'sqlite') {
      await requireReferences(trx)
      await rebuildFullText(trx)
    } else {
      for (const { name } of tables) await sql.raw(`alter table "${name}" enable trigger user`).execute(trx)
    }
    await setCounters(trx, dialect, counters)
    await updateRecord(trx, { stage: 'copied', set_aside: '[]' })
  })
  // SQLite doesn't need statistics: the portal's queries are designed to be planned without.
  if (target.dialect === 'sqlite') target.file.pragma('foreign_keys = ON')
  else await sql`analyze`.execute(db)
}

/** Throws if foreign keys are violated in SQLite. */
export async function requireReferences(trx: Db): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`
    select distinct "table", parent from pragma_foreign_key_check`.execute(trx)
  if (rows.length === 0) return
  const pairs = rows.map(({ table, parent }) => `${table} to ${parent}`)
  throw new Error(`Rows refer to others that don’t exist: ${pairs.join(', ')}.`)
}
