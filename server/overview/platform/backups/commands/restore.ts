import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { DamagedFileDto } from '#shared/overview/platform.ts'
import { type Unpacked, unpackArchive } from '../../../../base/adapters/backups/backup-archive.ts'
import {
  backupName,
  backupPostgres,
  verifySqlite,
} from '../../../../base/adapters/backups/database-backup.ts'
import {
  migrationsIn,
  requireUnusedPostgres,
  verifyDump,
} from '../../../../base/adapters/backups/postgres-tools.ts'
import { writePrivately } from '../../../../base/adapters/storage/private-files.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import { closeFile, flush, moveFile } from '../../../../base/core/durable-files.ts'
import { createTemporaryFolder } from '../../../../base/core/temporary-folders.ts'
import { isPostgresUrl, openDatabase, sqlitePath } from '../../../../base/db/engines/connection.ts'
import { inspectMigrations, unknownIn } from '../../../../base/db/engines/migrator.ts'
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
  /** The name of the archive, even for `s3:latest`. */
  archive: string
  files: number
  /** Where the replaced database is stored; null if there was none. */
  replaced: string | null
  /** Names of files that the restored database refers to but the storage lacks. */
  missing: string[]
  /** Files that were damaged or missing when the backup was made, as far as listed in it. */
  damaged: DamagedFileDto[]
  damagedCount: number
}

/**
 * Replaces the instance's data with a verified backup: one of our archives, including from the bucket, or a plain
 * `.db` or `.dump` file saved by upgrades and restores. The server must be stopped. The next start or restore
 * completes an interrupted one. Calls `onBegin` with the archive's name before anything is replaced.
 */
export async function restoreBackup(
  config: RestoreConfig,
  file: string,
  now: Date,
  onBegin?: (archive: string) => void,
): Promise<Restored> {
  if (!isInBucket(file) && !existsSync(file)) throw new Error(`There is no file ${file}`)
  writePrivately()
  await finishRestore(config)
  const scratch = await createTemporaryFolder(config.dataDir, 'restore')
  const uploads = await uploadsFolder(config)
  const stamp = backupName(now)
  try {
    const { path, archive } = await locate(config, file, { folder: uploads ?? scratch, now })
    onBegin?.(archive)
    const { names, damaged, damaged_count } = await unpack(config, path, { scratch, uploads })
    if (path !== file) await rm(path)
    const replaced = names.includes('database.dump')
      ? await prepareDump(config, join(scratch, 'database.dump'), stamp)
      : await prepareSqlite(config, join(scratch, 'database.db'), stamp)
    await beginRestore(config, {
      scratch: basename(scratch),
      uploads: uploads === undefined ? undefined : relative(config.dataDir, uploads),
      names,
      stamp,
    })
    await finishRestore(config)
    const { db, close } = openDatabase(config.databaseUrl)
    const missing = await listMissingFiles(db, openStorage(config)).finally(close)
    const files = names.filter((name) => name.startsWith('files/')).length
    return { archive, files, replaced, missing, damaged, damagedCount: damaged_count }
  } catch (error) {
    // A started restore needs the unpacked files to complete.
    if (!isRestorePending(config.dataDir)) {
      for (const folder of [scratch, uploads]) {
        if (folder !== undefined) await rm(folder, { recursive: true, force: true })
      }
    }
    throw error
  }
}

/** Creates the folder to unpack uploads into, if they are stored on another disk than the data folder. */
async function uploadsFolder(config: RestoreConfig): Promise<string | undefined> {
  const stored = join(config.dataDir, 'files')
  if (config.filesBucket || !existsSync(stored)) return undefined
  if ((await stat(stored)).dev === (await stat(config.dataDir)).dev) return undefined
  return createTemporaryFolder(await openStorage(config).receivingFolder(), 'restore')
}

/** Finds the file on disk, or downloads it from the bucket into the folder. */
async function locate(
  { backupBucket }: RestoreConfig,
  file: string,
  target: { folder: string; now: Date },
): Promise<{ path: string; archive: string }> {
  if (!isInBucket(file)) return { path: file, archive: file }
  const path = await fetchBackup(backupBucket ?? null, file, target)
  return { path, archive: `s3:${basename(path)}` }
}

async function unpack(
  config: RestoreConfig,
  file: string,
  { scratch, uploads }: { scratch: string; uploads: string | undefined },
): Promise<Unpacked> {
  const plain = ['.db', '.dump'].find((ending) => file.endsWith(ending))
  if (plain === undefined) return unpackArchive(file, scratch, config.backupKey, uploads)
  const name = `database${plain}`
  await copyFile(file, join(scratch, name))
  // A copy has the permissions of its original.
  await closeFile(join(scratch, name))
  await flush(join(scratch, name))
  const key = keyBeside(config, file)
  const unpacked = (...names: string[]) => ({ names, damaged: [], damaged_count: 0 })
  if (key === null) return unpacked(name)
  await copyFile(key, join(scratch, 'instance.key'))
  return unpacked(name, 'instance.key')
}

/** The key that a restore replaced together with the database saved under this name. */
function keyBeside({ dataDir }: RestoreConfig, file: string): string | null {
  const stamp = /before-restore-(.+)\.(db|dump)$/.exec(basename(file))?.[1]
  const key = stamp === undefined ? null : replacedKeyOf(dataDir, stamp)
  return key !== null && existsSync(key) ? key : null
}

/** Verifies the dump and dumps the current data; null if there is none. */
async function prepareDump(
  { databaseUrl, dataDir }: RestoreConfig,
  dump: string,
  stamp: string,
): Promise<string | null> {
  if (!isPostgresUrl(databaseUrl)) {
    throw new Error(
      'This is a backup of a PostgreSQL database: set DATABASE_URL to the database to restore into.',
    )
  }
  await verifyDump(dump)
  requireKnownSchema(await migrationsIn(dump))
  await requireUnusedPostgres(databaseUrl)
  const database = openDatabase(databaseUrl)
  const { executed } = await inspectMigrations(database.db).finally(() => database.close())
  if (executed.length === 0) return null
  return backupPostgres(databaseUrl, backupFolder({ dataDir }), `before-restore-${stamp}`)
}

/** Verifies the database and places it next to the one it replaces; null if there is none. */
async function prepareSqlite(
  { databaseUrl }: RestoreConfig,
  restored: string,
  stamp: string,
): Promise<string | null> {
  if (isPostgresUrl(databaseUrl)) {
    throw new Error('This is a backup of the embedded database, but DATABASE_URL is a PostgreSQL database.')
  }
  await verifySqlite(restored)
  requireKnownSchema(await migrationsOf(restored))
  const path = sqlitePath(databaseUrl)
  const isThere = existsSync(path)
  if (isThere) requireUnusedSqlite(path)
  await mkdir(dirname(path), { recursive: true })
  await moveFile(restored, draftOf(databaseUrl))
  return isThere ? replacedOf(databaseUrl, stamp) : null
}

async function migrationsOf(path: string): Promise<string[]> {
  const database = openDatabase(`file:${path}`)
  try {
    return (await inspectMigrations(database.db)).executed
  } finally {
    if (database.dialect === 'sqlite') database.file.pragma('journal_mode = DELETE')
    await database.close()
  }
}

function requireKnownSchema(executed: readonly string[]): void {
  const unknown = unknownIn(executed)
  if (unknown.length > 0) {
    throw new Error(
      `The backup was made by a newer version (it has ${unknown.join(', ')}). Update the program first.`,
    )
  }
  if (executed.length === 0) throw new Error('The backup isn’t a database of this program.')
}
