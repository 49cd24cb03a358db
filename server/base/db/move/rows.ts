import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Database } from '../engines/connection.ts'
import type { Db } from '../schema.ts'
import type { Table } from './tables.ts'

export type Value = string | bigint | number | null
/** Values in the order of the table's columns. */
export type Row = Value[]

const MAX_ROWS = 2000
const BATCH_BYTES = 4 * 1024 ** 2

const INT8 = 20
const FLOAT8 = 701
/** Integers without loss of precision. */
const exact: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    oid === INT8 ? BigInt : oid === FLOAT8 ? Number : String) as pg.CustomTypesConfig['getTypeParser'],
}

const quoted = (name: string): string => `"${name}"`
const columnsOf = ({ columns }: Table): string => columns.map(({ name }) => quoted(name)).join(', ')
const keyOf = ({ key }: Table): string => key.map(quoted).join(', ')

/** The number of rows to read at once, by their average size: files stored in the database are large. */
export async function batchSize(database: Database, table: Table): Promise<number> {
  const texts = table.columns.filter(({ type }) => type === 'text')
  const sizes = texts.map(({ name }) => `coalesce(octet_length(${quoted(name)}), 0)`)
  const query = `select sum(${['0', ...sizes].join(' + ')}) / count(*) from ${quoted(table.name)} having count(*) > 0`
  const [row] = await selectRows(database, `select cast((${query}) as text)`, [])
  const bytes = Number(row?.[0] ?? 1)
  return Math.max(1, Math.min(MAX_ROWS, Math.floor(BATCH_BYTES / Math.max(1, bytes))))
}

/** The next rows after the key, in key order. */
export function readAfter(
  database: Database,
  table: Table,
  { after, limit }: { after: Value[] | null; limit: number },
): Promise<Row[]> {
  const typed = table.key.map((name, index) => {
    const type = table.columns.find((column) => column.name === name)?.type
    return database.dialect === 'sqlite' ? '?' : `$${index + 1}::${type}`
  })
  const where = after === null ? '' : `where (${keyOf(table)}) > (${typed.join(', ')})`
  const text = `select ${columnsOf(table)} from ${quoted(table.name)} ${where} order by ${keyOf(table)} limit ${limit}`
  return selectRows(database, text, after ?? [])
}

/** The key values of a row. */
export const keyIn = (table: Table, row: Row): Value[] =>
  table.key.map((name) => row[table.columns.findIndex((column) => column.name === name)] ?? null)

async function selectRows(database: Database, text: string, values: Value[]): Promise<Row[]> {
  if (database.dialect === 'sqlite') {
    return database.file.prepare(text).raw().safeIntegers().all(values) as Row[]
  }
  const { rows } = await database.pool.query<Row>({ text, values, rowMode: 'array', types: exact })
  return rows
}

/** All rows in no particular order, without loading them all at once. */
export async function* scanRows(database: Database, table: Table): AsyncGenerator<Row> {
  const text = `select ${columnsOf(table)} from ${quoted(table.name)}`
  if (database.dialect === 'sqlite') {
    yield* database.file.prepare(text).raw().safeIntegers().iterate() as IterableIterator<Row>
    return
  }
  const limit = await batchSize(database, table)
  const client = await database.pool.connect()
  try {
    await client.query(`begin read only; declare rows no scroll cursor for ${text}`)
    for (;;) {
      const fetched = await client.query<Row>({
        text: `fetch ${limit} from rows`,
        rowMode: 'array',
        types: exact,
      })
      yield* fetched.rows
      if (fetched.rows.length < limit) break
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Inserts rows in the given transaction of the database. */
export async function writeRows(database: Database, trx: Db, table: Table, rows: Row[]): Promise<void> {
  const into = `insert into ${quoted(table.name)} (${columnsOf(table)})`
  if (database.dialect === 'sqlite') {
    const insert = database.file.prepare(`${into} values (${table.columns.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(row)
    return
  }
  const arrays = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const values = table.columns.map((_, index) => rows.map((row) => row[index]))
  await trx.executeQuery(CompiledQuery.raw(`${into} select * from unnest(${arrays.join(', ')})`, values))
}

/** Texts containing NUL, which PostgreSQL can't store, as table, column, and key. */
export async function textsWithNul(database: Database, tables: readonly Table[]): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    for (const { name } of table.columns.filter(({ type }) => type === 'text')) {
      const text = `select ${keyOf(table)} from ${quoted(table.name)} where instr(${quoted(name)}, char(0)) > 0 limit 20`
      const rows = await selectRows(database, text, [])
      found.push(...rows.map((key) => `${table.name}.${name} of the row ${key.join(', ')}`))
    }
  }
  return found
}
