import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from 'pino'
import { progress } from '#migrations/progress.ts'
import type { Database } from '../../db/engines/connection.ts'
import { inspectMigrations, migrateToLatest } from '../../db/engines/migrator.ts'
import { requireOneSchema, requireUtf8 } from '../../db/engines/wait.ts'
import { refuseEmptyPortal } from '../storage/data-folder.ts'
import { backupName, backupPostgres, backupSqlite } from './database-backup.ts'
import { backupObstacle, recoverPutAside } from './postgres-tools.ts'

interface Upgrade {
  dataDir: string
  databaseUrl: string
  log: Logger
  now: Date
}

/** An arbitrary number that no other advisory lock of ours uses. */
const UPGRADE_LOCK = 4_104_014

/**
 * Migrates the database at startup, backing up existing data first. On PostgreSQL, one of the starting processes
 * does this while the others wait.
 */
export async function upgradeDatabase(database: Database, upgrade: Upgrade): Promise<void> {
  if (database.dialect === 'sqlite') return backUpAndMigrate(database, upgrade)
  const connection = await database.pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [UPGRADE_LOCK])
    await recoverPutAside(connection)
    await backUpAndMigrate(database, upgrade)
  } finally {
    // Closing the connection releases the lock in any case.
    connection.release(true)
  }
}

async function backUpAndMigrate(database: Database, upgrade: Upgrade): Promise<void> {
  const { pending, executed, unknown, worksWithUnknown } = await inspectMigrations(database.db)
  if (executed.length === 0 && database.dialect === 'postgres') {
    refuseEmptyPortal(upgrade)
    await requireUtf8(database)
  }
  await requireOneSchema(database)
  const [first] = pending
  if (first !== undefined && executed.length > 0 && unknown.length === 0) {
    await backUpBefore(first, database, upgrade)
  }
  const applied = await progress.run(
    (message) => upgrade.log.info(message),
    () => migrateToLatest(database.db),
  )
  if (worksWithUnknown) upgrade.log.warn({ migrations: unknown }, 'a newer version has upgraded the database')
  if (applied.length > 0) upgrade.log.info({ migrations: applied }, 'database upgraded')
}

/**
 * Creates a backup that the restore command accepts. Without suitable PostgreSQL programs the upgrade
 * continues: such databases are often backed up elsewhere, and a failed upgrade is rolled back completely.
 */
async function backUpBefore(
  migration: string,
  database: Database,
  { dataDir, log, now }: Upgrade,
): Promise<void> {
  const folder = join(dataDir, 'backups')
  const name = `before-${migration}-${backupName(now)}`
  const obstacle = database.dialect === 'postgres' ? await backupObstacle(database.directUrl) : null
  if (obstacle !== null) {
    log.warn(`no backup before the upgrade: ${obstacle}`)
    return
  }
  const path =
    database.dialect === 'sqlite'
      ? await backupSqlite(database.file, folder, name)
      : await backupPostgres(database.directUrl, folder, name)
  await removeEarlier(folder, migration, basename(path))
  log.info({ path }, 'database backed up before the upgrade; use the restore command to go back')
}

/** Otherwise an upgrade that fails at each start would fill the disk. */
async function removeEarlier(folder: string, migration: string, latest: string): Promise<void> {
  const copies = (await readdir(folder)).filter((name) => name.startsWith(`before-${migration}-`))
  for (const name of copies) if (name !== latest) await rm(join(folder, name), { force: true })
}
