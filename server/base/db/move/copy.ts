import type { Database } from '../engines/connection.ts'
import { findRecord, updateRecord } from './record.ts'
import { batchSize, keyIn, readAfter, type Value, writeRows } from './rows.ts'
import type { Table } from './tables.ts'

/** The last key copied from a table, with integers as JSON stores them. */
interface Copied {
  after: (string | number | null)[]
  done: boolean
}

export interface Copying {
  source: Database
  target: Database
  /** Called after each batch with the number of rows copied from the table. */
  onBatch: (table: Table, rows: number) => void
  signal?: AbortSignal
}

/** Copies the rows of all tables, resuming an earlier run. */
export async function copyTables(copying: Copying, tables: readonly Table[]): Promise<void> {
  const { target } = copying
  const record = await findRecord(target)
  if (record?.stage !== 'copying') return
  const progress: Record<string, Copied> = JSON.parse(record.progress)
  for (const table of tables) await copyTable(copying, table, progress)
}

/** A batch and its progress are committed together, so that no batch is copied twice. */
async function copyTable(
  { source, target, onBatch, signal }: Copying,
  table: Table,
  progress: Record<string, Copied>,
): Promise<void> {
  const limit = await batchSize(source, table)
  let copied = 0
  while (progress[table.name]?.done !== true) {
    signal?.throwIfAborted()
    const after = progress[table.name]?.after.map(fromJson) ?? null
    const rows = await readAfter(source, table, { after, limit })
    const last = rows.at(-1)
    progress[table.name] = {
      after: (last === undefined ? (after ?? []) : keyIn(table, last)).map(toJson),
      done: rows.length < limit,
    }
    await target.db.transaction().execute(async (trx) => {
      if (rows.length > 0) await writeRows(target, trx, table, rows)
      await updateRecord(trx, { progress: JSON.stringify(progress) })
    })
    copied += rows.length
    onBatch(table, copied)
  }
}

const toJson = (value: Value) => (typeof value === 'bigint' ? Number(value) : value)
const fromJson = (value: string | number | null): Value => (typeof value === 'number' ? BigInt(value) : value)
