import { type Kysely, sql } from 'kysely'
import { isSqlite } from './ddl.ts'

/**
 * PostgreSQL's index of every three letters, too, for the lists' filters: of pg_trgm, which comes with
 * PostgreSQL. Where a server has it not, or refuses it, the lists are walked as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isSqlite(db)) return
  await sql
    .raw(
      `do $$ begin
         create extension if not exists pg_trgm;
         create index search_entries_pieces on search_entries
           using gin (lower(title || chr(10) || keywords || chr(10) || body) gin_trgm_ops)
           where kind in ('task', 'project', 'client', 'invoice');
       exception when undefined_file or feature_not_supported or insufficient_privilege or undefined_object then
         raise notice 'pg_trgm is not available: lists look for texts without an index';
       end $$`,
    )
    .execute(db)
}
