import { sql } from 'kysely'
import type { Database } from '../connection.ts'
import type { Db } from '../schema.ts'

/** A primary key, a unique constraint or a unique index. */
export interface UniqueKey {
  table: string
  name: string
  /** Its columns in order; null where it is over expressions. */
  columns: string[] | null
  kind: 'primary key' | 'unique' | 'index'
  /** The statement that makes it. */
  definition: string
}

export async function uniqueKeys(db: Db): Promise<UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select t.relname as "table", i.relname as name,
      case when x.indexprs is null then (select array_agg(a.attname::text order by k.place)
        from unnest(x.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) end as columns,
      case c.contype when 'p' then 'primary key' when 'u' then 'unique' else 'index' end as kind,
      pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
    where x.indisunique and t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
    order by 1, 2`.execute(db)
  return rows
}

export interface ForeignKey {
  table: string
  name: string
  columns: string[]
  refers_to: string
  referred: string[]
  /** What becomes of the row with the one it refers to. */
  on_delete: 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default'
}

export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select t.relname as "table", c.conname as name, r.relname as refers_to,
      (select array_agg(a.attname::text order by k.place) from unnest(c.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns,
      (select array_agg(a.attname::text order by k.place) from unnest(c.confkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = r.oid and a.attnum = k.number) as referred,
      case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict'
        when 'd' then 'set default' else 'no action' end as on_delete
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db)
  return rows
}

/** Every table, and whether its rows all name an agency; null where they can't. */
export type AgencyColumns = ReadonlyMap<string, 'always' | 'maybe' | null>

export async function agencyColumns(db: Db): Promise<AgencyColumns> {
  const { rows } = await sql<{ name: string; agency: 'always' | 'maybe' | null }>`
    select t.relname as name, case when a.attnotnull then 'always' when a.attname is not null then 'maybe' end as agency
    from pg_class t left join pg_attribute a on a.attrelid = t.oid and a.attname = 'agency_id'
    where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace
    order by 1`.execute(db)
  return new Map(rows.map(({ name, agency }) => [name, agency]))
}

/** Finds out whether the keys were distributed by agency, which changes how queries speak of rows without one. */
export async function adoptDistribution(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return
  const { rows } = await sql<{ always: boolean }>`
    select attnotnull as always from pg_attribute
    where attrelid = to_regclass('invoices') and attname = 'agency_id'`.execute(database.db)
  database.byAgency.active = rows[0]?.always === true
}
