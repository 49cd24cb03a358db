import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'

export const oldestProgram = '0090-simulated-objects'

/**
 * Converts all letters to lower case, under the name of the function that the program adds to SQLite. PostgreSQL's own
 * lower(), which indexes use, knows only ASCII in databases with the locale C.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) return
  const { rows } = await sql<{ complete: boolean; icu: boolean }>`
    select lower('Ö') = 'ö' as complete,
      exists (select from pg_collation where collname = 'und-x-icu') as icu`.execute(db)
  const collation = rows[0]?.complete === false && rows[0].icu ? ' collate "und-x-icu"' : ''
  await sql
    .raw(
      `create function lower_letters(text) returns text language sql immutable parallel safe as
       $$ select lower($1${collation}) $$`,
    )
    .execute(db)
}
