import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { unpackArchive } from '../../adapters/backup-archive.ts'
import { backupName, backupPostgres, verifySqlite } from '../../adapters/database-backup.ts'
import { restorePostgres, verifyDump } from '../../adapters/postgres-tools.ts'
import { writePrivately } from '../../adapters/private-files.ts'
import type { Config } from '../../core/config.ts'
import { openDatabase, sqlitePath } from '../../db/connection.ts'
import { inspectMigrations } from '../../db/migrator.ts'
import { backupFolder } from '../queries/backups.ts'

type RestoreConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'backupKey'>

export interface Restored {
  files: number
  /** Where the database that was replaced is kept; null when there was none. */
  replaced: string | null
}

/**
 * Puts a backup in place of what the instance holds, once it has proved sound. Takes archives of ours and
 * the plain `.db` and `.dump` files saved before upgrades. The server must be stopped.
 */
export async function restoreBackup(config: RestoreConfig, file: string, now: Date): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  writePrivately()
  await mkdir(config.dataDir, { recursive: true })
  const scratch = await mkdtemp(join(config.dataDir, 'restore-'))
  try {
    const names = await unpack(config, file, scratch)
    const replaced = names.includes('database.dump')
      ? await restoreDump(config, join(scratch, 'database.dump'), now)
      : await restoreSqlite(config, join(scratch, 'database.db'), now)
    const others = names.filter((name) => !name.startsWith('database.'))
    for (const name of others) {
      const target = join(config.dataDir, name)
      await mkdir(dirname(target), { recursive: true })
      await rename(join(scratch, name), target)
    }
    return { files: others.filter((name) => name.startsWith('files/')).length, replaced }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function unpack(config: RestoreConfig, file: string, scratch: string): Promise<string[]> {
  const plain = ['.db', '.dump'].find((ending) => file.endsWith(ending))
  if (plain === undefined) return unpackArchive(file, scratch, config.backupKey)
  await copyFile(file, join(scratch, `database${plain}`))
  // A copy keeps the rights of what it is a copy of.
  await chmod(join(scratch, `database${plain}`), 0o600)
  return [`database${plain}`]
}

async function restoreDump(
  { databaseUrl, dataDir }: RestoreConfig,
  dump: string,
  now: Date,
): Promise<string | null> {
  if (!/^postgres(ql)?:/.test(databaseUrl)) {
    throw new Error('This backup is of a PostgreSQL database: set DATABASE_URL to the one to restore into.')
  }
  await verifyDump(dump)
  const replaced = await keepPresent(databaseUrl, dataDir, now)
  await restorePostgres(databaseUrl, dump)
  return replaced
}

/** Dumps what is there now; null when there is nothing of ours. */
async function keepPresent(databaseUrl: string, dataDir: string, now: Date): Promise<string | null> {
  const database = openDatabase(databaseUrl)
  const { executed } = await inspectMigrations(database.db).finally(() => database.close())
  if (executed.length === 0) return null
  return backupPostgres(databaseUrl, backupFolder({ dataDir }), `before-restore-${backupName(now)}`)
}

async function restoreSqlite(
  { databaseUrl }: RestoreConfig,
  draft: string,
  now: Date,
): Promise<string | null> {
  if (/^postgres(ql)?:/.test(databaseUrl)) {
    throw new Error('This backup is of the embedded database; DATABASE_URL names a PostgreSQL one.')
  }
  verifySqlite(draft)
  await requireKnownSchema(draft)
  const path = sqlitePath(databaseUrl)
  if (!existsSync(path)) {
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
    return null
  }
  requireUnused(path)
  const replaced = `${path}.before-restore-${backupName(now)}.db`
  await rename(path, replaced)
  await rename(draft, path)
  for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
  return replaced
}

async function requireKnownSchema(path: string): Promise<void> {
  const database = openDatabase(`file:${path}`)
  try {
    const { unknown, executed } = await inspectMigrations(database.db)
    if (unknown.length > 0)
      throw new Error('The backup was made by a newer version. Update the program first.')
    if (executed.length === 0) throw new Error('The file is no database of this program.')
  } finally {
    if (database.dialect === 'sqlite') database.file.pragma('journal_mode = DELETE')
    await database.close()
  }
}

/** Takes the whole file for itself, which fails while a server has it open, and writes its log back into it. */
function requireUnused(path: string): void {
  const file = new BetterSqlite(path, { timeout: 500 })
  try {
    file.pragma('locking_mode = EXCLUSIVE')
    file.exec('begin exclusive; commit')
    file.pragma('wal_checkpoint(TRUNCATE)')
    file.pragma('journal_mode = DELETE')
  } catch (error) {
    const { code } = error as { code?: string }
    if (!code?.startsWith('SQLITE_BUSY')) throw error
    throw new Error('The server is running. Stop it first, then restore.')
  } finally {
    file.close()
  }
}
