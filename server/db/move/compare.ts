import { hash } from 'node:crypto'
import type { Database } from '../connection.ts'
import { readCounters } from './counters.ts'
import { type Row, scanRows } from './rows.ts'
import type { Table } from './tables.ts'

export interface TableSum {
  table: string
  rows: number
  /** The sum of the hashes of all rows, whatever their order, in hexadecimal. */
  checksum: string
}

/** Reads the whole table back from the database. */
export async function sumTable(database: Database, table: Table): Promise<TableSum> {
  let rows = 0
  let sum = 0n
  for await (const row of scanRows(database, table)) {
    rows++
    sum += BigInt(`0x${hash('sha256', canonical(row)).slice(0, 32)}`)
  }
  return { table: table.name, rows, checksum: BigInt.asUintN(128, sum).toString(16).padStart(32, '0') }
}

/** The same text for the same values from either database, and for no others. */
const canonical = (row: Row): string =>
  row
    .map((value) => {
      if (value === null) return 'n'
      if (typeof value === 'string') return `t${value.length}:${value}`
      return typeof value === 'bigint' ? `i${value}` : `f${value}`
    })
    .join(',')

/** The sums of the source; throws where the target has another one, naming the tables. */
export async function compareDatabases(
  source: Database,
  target: Database,
  tables: readonly Table[],
): Promise<TableSum[]> {
  const sums: TableSum[] = []
  const different: string[] = []
  for (const table of tables) {
    const [there, here] = await Promise.all([sumTable(source, table), sumTable(target, table)])
    sums.push(there)
    if (there.rows !== here.rows)
      different.push(`${table.name} has ${there.rows} rows and ${here.rows} at the target`)
    else if (there.checksum !== here.checksum) different.push(`${table.name} differs in its checksum`)
  }
  const [before, after] = await Promise.all([readCounters(source), readCounters(target)])
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if ((before.get(name) ?? 0n) !== (after.get(name) ?? 0n))
      different.push(`${name} differs in its last number`)
  }
  if (different.length > 0) throw new Error(`The databases are not the same: ${different.join('; ')}.`)
  return sums
}
