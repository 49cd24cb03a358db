import { hash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { batchesOf } from '#shared/base/paging.ts'
import type { Database } from '../engines/connection.ts'
import type { TableSum } from '../move/compare.ts'
import { type Row, writeRows } from '../move/rows.ts'
import type { Table } from '../move/tables.ts'
import type { Db } from '../schema.ts'
import { foreignKeys } from './foreign-keys.ts'
import { belongs, literal } from './ownership.ts'

/** Reads the agency's rows in the table. */
export async function readRows(db: Db, table: Table, agencyId: string): Promise<Row[]> {
  const columns = table.columns.map(({ name }) => `"${name}"`)
  const { rows } = await db.executeQuery<Record<string, Row[number]>>(
    CompiledQuery.raw(
      `select ${columns.join(', ')} from "${table.name}"
       where ${belongs(table.name, `"${table.name}"`, literal(agencyId))}`,
    ),
  )
  return rows.map((row) => table.columns.map(({ name }) => row[name] ?? null))
}

/** A checksum that doesn't depend on the order of rows. */
export function sumRows({ name }: Table, rows: readonly Row[]): TableSum {
  const sum = rows.reduce(
    (total, row) => total + BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, 32)}`),
    0n,
  )
  return {
    table: name,
    rows: rows.length,
    checksum: BigInt.asUintN(128, sum).toString(16).padStart(32, '0'),
  }
}

const AT_ONCE = 1000

/** `together` inserts all rows in one statement, which self-referencing tables need on PostgreSQL. */
export async function addRows(
  target: Database,
  trx: Db,
  { table, rows, together }: { table: Table; rows: Row[]; together: boolean },
): Promise<void> {
  const size = together ? rows.length : AT_ONCE
  try {
    for (const batch of batchesOf(rows, size)) await writeRows(target, trx, table, batch)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The target refused the rows of ${table.name}: ${reason}`, { cause })
  }
}

export interface Reference {
  table: string
  column: string
  refersTo: string
}

/** All foreign keys; a composite key has one entry per column. */
export async function listReferences({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): Promise<Reference[]> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<Reference>`
      select list.name as "table", keys."from" as "column", keys."table" as "refersTo"
      from pragma_table_list as list join pragma_foreign_key_list(list.name) as keys
      where list.schema = 'main' and list.type = 'table'`.execute(db)
    return rows
  }
  const keys = await foreignKeys(db)
  return keys.flatMap(({ table, columns, refers_to }) =>
    columns.map((column) => ({ table, column, refersTo: refers_to })),
  )
}

/** Sorts tables topologically, each after the tables it refers to. */
export function inOrder<Named extends { name: string }>(
  tables: readonly Named[],
  references: readonly Reference[],
): Named[] {
  const ordered = new Set<Named>()
  const visit = (table: Named, path: readonly Named[]): void => {
    if (ordered.has(table) || path.includes(table)) return
    for (const { refersTo } of references.filter((one) => one.table === table.name)) {
      const other = tables.find(({ name }) => name === refersTo)
      if (other !== undefined) visit(other, [...path, table])
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}
