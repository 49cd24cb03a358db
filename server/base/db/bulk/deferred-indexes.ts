import { sql } from 'kysely'
import { isSqlite } from '../engines/dialect.ts'
import { CACHE_SIZE } from '../engines/sqlite.ts'
import type { Db, Trx } from '../schema.ts'
import { rebuildFullText } from '../search/search.ts'

/** What to drop while many rows are inserted. */
interface Kinds {
  triggers: boolean
  /** Also unique indexes, if the inserted rows are known to be unique. */
  unique: boolean
}

/**
 * Drops indexes and, if requested, triggers, and returns the statements that recreate them. Building an index
 * from all rows together is many times faster.
 */
export async function dropIndexesOnSqlite(trx: Db, { triggers, unique }: Kinds): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master
    where type in ('index', 'trigger') and sql is not null order by type, rowid`.execute(trx)
  const dropped = rows.filter((entry) =>
    entry.type === 'trigger' ? triggers : unique || !/^create unique/i.test(entry.sql),
  )
  for (const { type, name } of dropped) await sql.raw(`drop ${type} "${name}"`).execute(trx)
  return dropped.map((entry) => entry.sql)
}

/**
 * Drops the PostgreSQL indexes that don't belong to a constraint and returns the statements that recreate
 * them.
 */
export async function dropIndexesOnPostgres(trx: Db, { unique }: Pick<Kinds, 'unique'>): Promise<string[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace
      and (${unique} or not indisunique)
      and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    order by indexrelid`.execute(trx)
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
  return rows.map(({ add }) => add)
}

/**
 * Drops the triggers that maintain tallies and returns the statements that recreate them. On PostgreSQL each
 * update of a tally scans its earlier versions in the same transaction, so bulk inserts would take quadratic
 * time.
 */
async function setAsideTallies(trx: Db): Promise<string[]> {
  const { rows } = isSqlite(trx)
    ? await sql<{ drop: string; add: string }>`
        select 'drop trigger "' || name || '"' as "drop", sql as "add" from sqlite_master
        where type = 'trigger' and sql like '%_tallies%' order by rowid`.execute(trx)
    : await sql<{ drop: string; add: string }>`
        select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop, pg_get_triggerdef(pg_trigger.oid) as add
        from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and prosrc like '%_tallies%'
          and relnamespace = current_schema()::regnamespace
        order by pg_trigger.oid`.execute(trx)
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
  return rows.map(({ add }) => add)
}

/**
 * Inserts many rows in one transaction, then rebuilds indexes and tallies. Also updates the planner's
 * statistics on PostgreSQL; on SQLite, queries are designed to be planned without.
 */
export async function inBulk<Result>(
  trx: Db,
  add: () => Promise<Result>,
  countTallies: (added: Result) => Promise<void>,
): Promise<Result> {
  // Otherwise, pages that don't fit into the cache are written repeatedly.
  if (isSqlite(trx)) await sql`pragma cache_size = -2000000`.execute(trx)
  else await sql`set local statement_timeout = 0`.execute(trx)
  const indexes = isSqlite(trx)
    ? await dropIndexesOnSqlite(trx, { triggers: false, unique: false })
    : await dropIndexesOnPostgres(trx, { unique: false })
  const fullText = isSqlite(trx) ? await setAsideFullText(trx) : null
  const tallies = await setAsideTallies(trx)
  const added = await add()
  if (!isSqlite(trx)) await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  for (const statement of indexes) await sql.raw(statement).execute(trx)
  await fullText?.()
  if (!isSqlite(trx)) await sql`analyze`.execute(trx)
  await countTallies(added)
  for (const statement of tallies) await sql.raw(statement).execute(trx)
  if (isSqlite(trx)) await sql.raw(`pragma cache_size = ${CACHE_SIZE}`).execute(trx)
  return added
}

/**
 * Runs a bulk transaction. SQLite's write-ahead log would store all rows twice; in rollback-journal mode,
 * only the pages that existed before are copied. Needs exclusive access to the file.
 */
export async function inLargeTransaction<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  if (isSqlite(db)) await sql`pragma journal_mode = delete`.execute(db)
  try {
    return await db.transaction().execute(work)
  } finally {
    if (isSqlite(db)) await sql`pragma journal_mode = wal`.execute(db)
  }
}

/** FTS5 indexes all entries together faster than one by one. */
async function setAsideFullText(trx: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'trigger' and name in ('search_entries_added', 'search_pieces_added')`.execute(trx)
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(trx)
  return async () => {
    await rebuildFullText(trx)
    for (const row of rows) await sql.raw(row.sql).execute(trx)
  }
}
