import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../db/connection.ts'
import { adoptDistribution } from '../db/distribution/catalogue.ts'
import { distribute } from '../db/distribution/distribute.ts'
import { inspectMigrations, migrateToLatest } from '../db/migrator.ts'
import { refuseEmptyPortal } from './data-folder.ts'
import { backupName, backupPostgres, backupSqlite } from './database-backup.ts'
import { hasPostgresTools, recoverPutAside } from './postgres-tools.ts'

interface Upgrade {
  dataDir: string
  databaseUrl: string
  log: Logger
  now: Date
}

/** Any number will do, as long as no other lock of ours has it. */
const UPGRADE_LOCK = 4_104_014

/**
 * Brings a database up to date at start. One that holds data is backed up first. Several processes that
 * start at once on PostgreSQL wait for the one that backs up and migrates. Where the keys were distributed by
 * agency, those of new tables are, too.
 */
export async function upgradeDatabase(database: Database, upgrade: Upgrade): Promise<void> {
  if (database.dialect === 'sqlite') return backUpAndMigrate(database, upgrade)
  const connection = await database.pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [UPGRADE_LOCK])
    await recoverPutAside(connection)
    await backUpAndMigrate(database, upgrade)
    await adoptDistribution(database)
    if (database.byAgency.active) await distribute(database.db)
  } finally {
    // Its end gives the lock back, whatever happened.
    connection.release(true)
  }
}

async function backUpAndMigrate(database: Database, upgrade: Upgrade): Promise<void> {
  const { pending, executed, unknown } = await inspectMigrations(database.db)
  if (executed.length === 0 && database.dialect === 'postgres') refuseEmptyPortal(upgrade)
  const [first] = pending
  if (first !== undefined && executed.length > 0 && unknown.length === 0) {
    await backUpBefore(first, database, upgrade)
  }
  const applied = await migrateToLatest(database.db)
  if (applied.length > 0) upgrade.log.info({ migrations: applied }, 'database upgraded')
}

/**
 * A copy the restore command takes as it is. A machine without PostgreSQL's programs upgrades all the same:
 * there the database is often somebody else's to back up, and a failed upgrade is rolled back as a whole.
 */
async function backUpBefore(
  migration: string,
  database: Database,
  { dataDir, log, now }: Upgrade,
): Promise<void> {
  const folder = join(dataDir, 'backups')
  const name = `before-${migration}-${backupName(now)}`
  if (database.dialect === 'postgres' && !(await hasPostgresTools())) {
    log.warn('no backup before the upgrade: pg_dump and pg_restore are not installed on this machine')
    return
  }
  const path =
    database.dialect === 'sqlite'
      ? await backupSqlite(database.file, folder, name)
      : await backupPostgres(database.directUrl, folder, name)
  log.info({ path }, 'database backed up before the upgrade; the restore command goes back to it')
}
