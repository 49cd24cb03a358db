import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { inDatabase } from './checks.ts'
import type { Settings } from './product.ts'

/** Count and checksum of each table's rows, whatever their order. */
export type Figures = Map<string, { rows: number; sum: string }>

/** What people entered, in an order in which rows may refer to earlier ones. */
export const CONTENT = [
  'users',
  'agencies',
  'clients',
  'employees',
  'profiles',
  'projects',
  'tasks',
  'invoices',
  'invoice_items',
  'payments',
  'ledger_entries',
  'time_entries',
  'message_threads',
  'messages',
] as const

/** Columns that a running portal moves by itself. */
const MOVING = ['status', 'version', 'updated_at', 'last_login']

/** The columns of every table, apart from those the migrator and the search index keep for themselves. */
export async function tablesOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables
      .filter(({ name, schema }) => !name.startsWith('search_fts') && (schema ?? 'public') === 'public')
      .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  )
}

/** The same without what moves by itself. */
export async function contentOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await tablesOf(db)
  return new Map(
    CONTENT.map((table) => [table, (tables.get(table) ?? []).filter((column) => !MOVING.includes(column))]),
  )
}

export async function figuresOf(db: Db, tables: Map<string, string[]>): Promise<Figures> {
  const figures: Figures = new Map()
  for (const [table, columns] of tables) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}`.execute(db)
    const lines = rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
    figures.set(table, {
      rows: rows.length,
      sum: createHash('sha256').update(lines.join('\n')).digest('hex'),
    })
  }
  return figures
}

/** Of every table of the instance. */
export const allFigures = (settings: Settings): Promise<Figures> =>
  inDatabase(settings.DATABASE_URL, async (db) => figuresOf(db, await tablesOf(db)))

/** A sentence for each table that isn't the same. */
export function differences(expected: Figures, actual: Figures): string[] {
  return [...expected].flatMap(([table, { rows, sum }]) => {
    const found = actual.get(table)
    if (found === undefined) return [`table ${table} is gone`]
    if (found.rows !== rows) return [`${table} has ${found.rows} rows, not ${rows}`]
    return found.sum === sum ? [] : [`the ${rows} rows of ${table} are not the same`]
  })
}

/** Files the database speaks of that are not stored as they came. */
export async function findDamagedFiles({ DATA_DIR, DATABASE_URL }: Settings): Promise<string[]> {
  const files = await inDatabase(DATABASE_URL, (db) =>
    db.selectFrom('files').select(['id', 'storage_key', 'sha256']).execute(),
  )
  const damages: string[] = []
  for (const { id, storage_key, sha256 } of files) {
    const path = join(DATA_DIR, 'files', storage_key.slice(0, 2), storage_key)
    if (!existsSync(path)) damages.push(`the bytes of file ${id} are missing`)
    else if ((await digestOf(path)) !== sha256) damages.push(`the bytes of file ${id} are not its own`)
  }
  return damages
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}
