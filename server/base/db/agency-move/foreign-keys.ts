import { sql } from 'kysely'
import type { Db } from '../schema.ts'

export interface ForeignKey {
  table: string
  columns: string[]
  refers_to: string
}

/** All foreign keys of a PostgreSQL database. */
export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select t.relname as "table", r.relname as refers_to,
      (select array_agg(a.attname::text order by k.place) from unnest(c.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace
    order by t.relname, c.conname`.execute(db)
  return rows
}
