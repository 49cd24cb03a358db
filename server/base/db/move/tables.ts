import { sql } from 'kysely'
import type { Database } from '../engines/connection.ts'
import type { Db } from '../schema.ts'
import { RECORD_TABLE } from './record.ts'

export interface Column {
  name: string
  type: 'text' | 'bigint' | 'double precision'
}

/** A table that exists in both databases. */
export interface Table {
  name: string
  /** Sorted by name. */
  columns: readonly Column[]
  /** The columns of the primary key. */
  key: readonly string[]
}

interface FoundColumn {
  table: string
  column: string
  type: string
  /** Its position in the primary key, from 1; 0 if it isn't part of it. */
  place: number
}

/** Other types would need conversions of their own. */
const TYPES: Record<string, Column['type']> = {
  TEXT: 'text',
  text: 'text',
  INTEGER: 'bigint',
  bigint: 'bigint',
  REAL: 'double precision',
  'double precision': 'double precision',
}

/** The target runs the migrations itself, so their table isn't copied; nor is the record of the move. */
const isMoved = (name: string): boolean => name !== RECORD_TABLE && !name.startsWith('kysely_')

/** All tables, from the database's catalog, so that none can be forgotten. */
export async function listTables({ dialect, db }: Database): Promise<Table[]> {
  const found = await (dialect === 'sqlite' ? sqliteColumns(db) : postgresColumns(db))
  const names = [...new Set(found.map(({ table }) => table))].filter(isMoved).sort()
  return names.map((name) =>
    describe(
      name,
      found.filter(({ table }) => table === name),
    ),
  )
}

function describe(name: string, found: readonly FoundColumn[]): Table {
  const columns = found.map(({ column, type }): Column => {
    const known = TYPES[type]
    if (known === undefined) throw new Error(`Columns like ${name}.${column} (${type}) can’t be moved.`)
    return { name: column, type: known }
  })
  const key = found.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key and can’t be moved.`)
  return {
    name,
    columns: columns.sort((a, b) => (a.name < b.name ? -1 : 1)),
    key: key.map(({ column }) => column),
  }
}

/** Excludes virtual tables, their shadow tables, and generated columns. */
async function sqliteColumns(db: Db): Promise<FoundColumn[]> {
  const { rows } = await sql<FoundColumn>`
    select list.name as "table", info.name as "column", info.type as type, info.pk as place
    from pragma_table_list as list join pragma_table_xinfo(list.name) as info
    where list.schema = 'main' and list.type = 'table' and list.name not like 'sqlite#_%' escape '#'
      and info.hidden = 0`.execute(db)
  return rows
}

async function postgresColumns(db: Db): Promise<FoundColumn[]> {
  const { rows } = await sql<FoundColumn>`
    select tables.relname as "table", attname as "column", format_type(atttypid, null) as type,
      coalesce(array_position(indkey::int2[], attnum) + 1, 0) as place
    from pg_class as tables
    join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
    left join pg_index on indrelid = tables.oid and indisprimary
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db)
  return rows
}

/** Throws if the databases' tables or columns differ. */
export function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  const shape = ({ columns, key }: Table) => JSON.stringify([columns, key])
  const names = new Set([...source, ...target].map(({ name }) => name))
  const different = [...names].filter((name) => {
    const [one, other] = [source, target].map((tables) => tables.find((table) => table.name === name))
    return one === undefined || other === undefined || shape(one) !== shape(other)
  })
  if (different.length === 0) return
  throw new Error(`These tables differ between the databases: ${different.join(', ')}.`)
}
