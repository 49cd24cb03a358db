import { join } from 'node:path'
import type { Logger } from 'pino'
import { backupName, backupSqlite } from './backup.ts'
import type { Database } from './connection.ts'
import { inspectMigrations, migrateToLatest } from './migrator.ts'

/**
 * Brings a database up to date at start. On SQLite one that holds data is backed up first; on
 * PostgreSQL the migrator's advisory lock makes several processes that start at once wait for one.
 */
export async function upgradeDatabase(
  database: Database,
  { dataDir, log, now }: { dataDir: string; log: Logger; now: Date },
): Promise<void> {
  const { pending, executed } = await inspectMigrations(database.db)
  if (pending.length > 0 && executed.length > 0 && database.dialect === 'sqlite') {
    const name = `before-${pending[0]}-${backupName(now)}`
    const path = await backupSqlite(database.file, join(dataDir, 'backups'), name)
    log.info({ path }, 'database backed up before the upgrade')
  }
  const applied = await migrateToLatest(database.db)
  if (applied.length > 0) log.info({ migrations: applied }, 'database upgraded')
}
