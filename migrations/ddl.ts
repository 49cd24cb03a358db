import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** True on SQLite. Migrations ask this themselves because they import no application code. */
export const isSqlite = (db: Kysely<unknown>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

/**
 * Runs data definitions separated by `;`, written once for both dialects: on SQLite `bigint` becomes
 * `integer`, `double precision` `real`, `bigserial` an autoincrement, and every table is STRICT.
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
