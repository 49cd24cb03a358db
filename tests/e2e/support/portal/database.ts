import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Portal } from './portal.ts'

/** Executes one statement on the database of a running portal. */
export function runSql(portal: Portal, sql: string, ...values: SQLInputValue[]) {
  const database = new DatabaseSync(join(portal.dataDir, 'foyer.db'), { timeout: 10_000 })
  try {
    return database.prepare(sql).all(...values)
  } finally {
    database.close()
  }
}
