import { hash } from 'node:crypto'
import type { Database } from '../engines/connection.ts'
import { readCounters } from './counters.ts'
import { type Row, scanRows } from './rows.ts'
import type { Table } from './tables.ts'

export interface TableSum {
  table: string
  rows: number
  /** The sum of the hashes of all rows, independent of their order, in hexadecimal. */
  checksum: string
}

/** Reads the whole table and computes its checksum. */
export async function sumTable(database: Database, table: Table): Promise<TableSum> {
  let rows = 0
  let sum = 0n
  for await (const row of scanRows(database, table)) {
    rows++
    sum += BigInt(`0x${hash('sha256', canonical(row)).slice(0, 32)}`)
  }
  return { table: table.name, rows, checksum: BigInt.asUintN(128, sum).toString(16).padStart(32, '0') }
}

/** Encodes a row as text, the same for equal values from either database and for no others. */
const canonical = (row: Row): string =>
  row
    .map((value) => {
      if (value === null) return 'n'
      if (typeof value === 'string') return `t${value.length}:${value}`
      return typeof value === 'bigint' ? `i${value}` : `f${value}`
    })
    .join(',')

/** Returns the source's checksums; throws, naming the tables, if the target's differ. */
export async function compareDatabases(
  source: Database,
  target: Database,
  tables: readonly Table[],
): Promise<TableSum[]> {
  const sums: TableSum[] = []
  const different: string[] = []
  for (const table of tables) {
    const [sourceSum, targetSum] = await Promise.all([sumTable(source, table), sumTable(target, table)])
    sums.push(sourceSum)
    if (sourceSum.rows !== targetSum.rows)
      different.push(`${table.name} has ${sourceSum.rows} rows and ${targetSum.rows} at the target`)
    else if (sourceSum.checksum !== targetSum.checksum)
      different.push(`${table.name} differs in its checksum`)
  }
  const [before, after] = await Promise.all([readCounters(source), readCounters(target)])
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if ((before.get(name) ?? 0n) !== (after.get(name) ?? 0n))
      different.push(`${name} differs in its last number`)
  }
  if (different.length > 0) throw new Error(`The databases differ: ${different.join('; ')}.`)
  return sums
}
