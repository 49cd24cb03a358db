import { sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Db } from './schema.ts'
import { rebuildFullText } from './search.ts'
import { CACHE_SIZE } from './sqlite.ts'

/** What of the database's own making is dropped while many rows come in. */
interface Kinds {
  triggers: boolean
  /** Unique indexes, too, where nothing comes in that they would have to refuse. */
  unique: boolean
}

/**
 * Drops indexes and, where asked, triggers, and returns the statements that put them back. Indexes are
 * built many times faster from all rows at once.
 */
export async function setAsideOnSqlite(trx: Db, { triggers, unique }: Kinds): Promise<string[]> {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master
    where type in ('index', 'trigger') and sql is not null order by type, rowid`.execute(trx)
  const dropped = rows.filter((entry) =>
    entry.type === 'trigger' ? triggers : unique || !/^create unique/i.test(entry.sql),
  )
  for (const { type, name } of dropped) await sql.raw(`drop ${type} "${name}"`).execute(trx)
  return dropped.map((entry) => entry.sql)
}

/** The indexes of PostgreSQL that belong to no constraint, dropped; returns what puts them back. */
export async function setAsideIndexesOnPostgres(
  trx: Db,
  { unique }: Pick<Kinds, 'unique'>,
): Promise<string[]> {
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
 * Adds very many rows in one transaction: what finds them is built once they are all there. On PostgreSQL
 * the planner's statistics are gathered, too; SQLite plans without, as the portal's queries are made for.
 */
export async function inBulk<Result>(trx: Db, add: () => Promise<Result>): Promise<Result> {
  // Pages of one large transaction that don't fit are written again and again.
  if (isSqlite(trx)) await sql`pragma cache_size = -512000`.execute(trx)
  const aside = isSqlite(trx)
    ? await setAsideOnSqlite(trx, { triggers: false, unique: false })
    : await setAsideIndexesOnPostgres(trx, { unique: false })
  const fullText = isSqlite(trx) ? await setAsideFullText(trx) : null
  const result = await add()
  if (!isSqlite(trx)) await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  for (const statement of aside) await sql.raw(statement).execute(trx)
  await fullText?.()
  await (isSqlite(trx) ? sql.raw(`pragma cache_size = ${CACHE_SIZE}`) : sql`analyze`).execute(trx)
  return result
}

/** FTS5 reads all entries at once faster than one after the other. */
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
