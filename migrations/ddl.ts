import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Whether the dialect is SQLite. Defined here because migrations import no application code. */
export const isSqlite = (db: Kysely<unknown>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

/**
 * Runs DDL statements separated by `;`, written once for both dialects: on SQLite `bigint` becomes `integer`,
 * `double precision` `real`, `bigserial` an autoincrement, and all tables are STRICT.
 */
export async function ddl(db: Kysely<unknown>, definitions: string): Promise<void> {
  const sqlite = isSqlite(db)
  for (const definition of definitions.split(';')) {
    let statement = definition.trim()
    if (statement === '') continue
    if (sqlite) {
      statement = statement
        .replace(/\bbigserial primary key\b/g, 'integer primary key autoincrement')
        .replace(/\bbigint\b/g, 'integer')
        .replace(/\bdouble precision\b/g, 'real')
      if (statement.startsWith('create table')) statement += ' strict'
    }
    await sql.raw(statement).execute(db)
  }
}
