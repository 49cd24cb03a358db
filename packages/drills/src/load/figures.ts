import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db } from '../../../../server/base/db/schema.ts'
import type { Settings } from '../product.ts'
import { inDatabase } from './checks.ts'

/** Row count and order-independent checksum of each table. */
export type Figures = Map<string, { rows: number; sum: string }>

/** Tables with user data, in an order in which rows refer only to earlier tables. */
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

/** Columns that a running portal changes by itself. */
const MOVING = ['status', 'version', 'updated_at', 'last_login']

/** The columns of every table except the migrator's and the search index's own. */
export async function tablesOf(db: Db): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables
      .filter(({ name, schema }) => !name.startsWith('search_fts') && (schema ?? 'public') === 'public')
      .map(({ name, columns }) => [name, columns.map((column) => column.name).sort()]),
  )
}

/** The same without columns the portal changes. */
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

/** A sentence for each table that differs. */
export function differences(expected: Figures, actual: Figures): string[] {
  return [...expected].flatMap(([table, { rows, sum }]) => {
    const found = actual.get(table)
    if (found === undefined) return [`table ${table} is gone`]
    if (found.rows !== rows) return [`${table} has ${found.rows} rows, not ${rows}`]
    return found.sum === sum ? [] : [`the ${rows} rows of ${table} differ`]
  })
}

/** Files in the database that aren't stored correctly. */
export async function findDamagedFiles({ DATA_DIR, DATABASE_URL }: Settings): Promise<string[]> {
  const files = await inDatabase(DATABASE_URL, (db) =>
    db.selectFrom('files').select(['id', 'storage_key', 'sha256']).execute(),
  )
  const damages: string[] = []
  for (const { id, storage_key, sha256 } of files) {
    const path = join(DATA_DIR, 'files', storage_key.slice(0, 2), storage_key)
    if (!existsSync(path)) damages.push(`the bytes of file ${id} are missing`)
    else if ((await digestOf(path)) !== sha256) damages.push(`the bytes of file ${id} differ from the upload`)
  }
  return damages
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}
