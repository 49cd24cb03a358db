import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unpackArchive } from '../../adapters/backup-archive.ts'
import { backupName, backupPostgres, verifySqlite } from '../../adapters/database-backup.ts'
import { requireUnusedPostgres, verifyDump } from '../../adapters/postgres-tools.ts'
import { writePrivately } from '../../adapters/private-files.ts'
import { openStorage } from '../../adapters/storage.ts'
import { flush, moveFile } from '../../core/durable.ts'
import { makeScratch } from '../../core/scratch.ts'
import { isPostgresUrl, openDatabase, sqlitePath } from '../../db/connection.ts'
import { inspectMigrations } from '../../db/migrator.ts'
import { backupFolder } from '../queries/backups.ts'
import { fetchBackup, isInBucket } from '../queries/bucket-backups.ts'
import { listMissingFiles } from '../queries/missing-files.ts'
import {
  beginRestore,
  draftOf,
  finishRestore,
  isRestorePending,
  type RestoreConfig,
  replacedKeyOf,
  replacedOf,
  requireUnusedSqlite,
} from './finish-restore.ts'

export interface Restored {
  files: number
  /** Where the database that was replaced is kept; null when there was none. */
  replaced: string | null
  /** Names of files that the restored database speaks of and the storage doesn't hold. */
  missing: string[]
}

/**
 * Puts a backup in place of what the instance holds, once it has proved sound. Takes archives of ours,
 * also out of the bucket, and the plain `.db` and `.dump` files saved before upgrades and restores. The server must be stopped. What a
 * kill interrupts, the next start or restore finishes.
 */
export async function restoreBackup(config: RestoreConfig, file: string, now: Date): Promise<Restored> {
  if (!isInBucket(file) && !existsSync(file)) throw new Error(`There is no file ${file}`)
  writePrivately()
  await finishRestore(config)
  const scratch = await makeScratch(config.dataDir, 'restore')
  const stamp = backupName(now)
  try {
    const names = await unpack(config, file, scratch)
    const replaced = names.includes('database.dump')
      ? await prepareDump(config, join(scratch, 'database.dump'), stamp)
      : await prepareSqlite(config, join(scratch, 'database.db'), stamp)
    await beginRestore(config, { scratch: basename(scratch), names, stamp })
    await finishRestore(config)
    const { db, close } = openDatabase(config.databaseUrl)
    const missing = await listMissingFiles(db, openStorage(config)).finally(close)
    return { files: names.filter((name) => name.startsWith('files/')).length, replaced, missing }
  } catch (error) {
    // Once begun, what is unpacked there is needed to finish.
    if (!isRestorePending(config.dataDir)) await rm(scratch, { recursive: true, force: true })
    throw error
  }
}

async function unpack(config: RestoreConfig, file: string, scratch: string): Promise<string[]> {
  if (isInBucket(file)) {
    const path = await fetchBackup(config.backupBucket ?? null, file, scratch)
    const names = await unpackArchive(path, scratch, config.backupKey)
    await rm(path)
    return names
  }
  const plain = ['.db', '.dump'].find((ending) => file.endsWith(ending))
  if (plain === undefined) return unpackArchive(file, scratch, config.backupKey)
  const name = `database${plain}`
  await copyFile(file, join(scratch, name))
  // A copy keeps the rights of what it is a copy of.
  await chmod(join(scratch, name), 0o600)
  await flush(join(scratch, name))
  const key = keyBeside(config, file)
  if (key === null) return [name]
  await copyFile(key, join(scratch, 'instance.key'))
  return [name, 'instance.key']
}

/** The key that a restore replaced together with the database it kept under this name. */
function keyBeside({ dataDir }: RestoreConfig, file: string): string | null {
  const stamp = /before-restore-(.+)\.(db|dump)$/.exec(basename(file))?.[1]
  const key = stamp === undefined ? null : replacedKeyOf(dataDir, stamp)
  return key !== null && existsSync(key) ? key : null
}

/** Proves the dump sound and dumps what is there now; null when there is nothing of ours. */
async function prepareDump(
  { databaseUrl, dataDir }: RestoreConfig,
  dump: string,
  stamp: string,
): Promise<string | null> {
  if (!isPostgresUrl(databaseUrl)) {
    throw new Error('This backup is of a PostgreSQL database: set DATABASE_URL to the one to restore into.')
  }
  await verifyDump(dump)
  await requireUnusedPostgres(databaseUrl)
  const database = openDatabase(databaseUrl)
  const { executed } = await inspectMigrations(database.db).finally(() => database.close())
  if (executed.length === 0) return null
  return backupPostgres(databaseUrl, backupFolder({ dataDir }), `before-restore-${stamp}`)
}

/** Proves the database sound and lays it beside the one it replaces; null when there is none. */
async function prepareSqlite(
  { databaseUrl }: RestoreConfig,
  restored: string,
  stamp: string,
): Promise<string | null> {
  if (isPostgresUrl(databaseUrl)) {
    throw new Error('This backup is of the embedded database; DATABASE_URL names a PostgreSQL one.')
  }
  await verifySqlite(restored)
  await requireKnownSchema(restored)
  const path = sqlitePath(databaseUrl)
  const isThere = existsSync(path)
  if (isThere) requireUnusedSqlite(path)
  await mkdir(dirname(path), { recursive: true })
  await moveFile(restored, draftOf(databaseUrl))
  return isThere ? replacedOf(databaseUrl, stamp) : null
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
