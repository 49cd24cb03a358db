import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDto } from '#shared/platform.ts'
import { type ArchiveEntry, archiveOf, writeArchive } from '../../adapters/backup-archive.ts'
import { backupName, backupPostgres, backupSqlite } from '../../adapters/database-backup.ts'
import type { StorageHold } from '../../adapters/file-storage.ts'
import { openStorage } from '../../adapters/storage.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { moveFile } from '../../core/durable.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { makeScratch } from '../../core/scratch.ts'
import { transact } from '../../core/transaction.ts'
import { databaseOf } from '../../db/connection.ts'
import { fromFlag } from '../../db/values.ts'
import { backupFolder, listBackups } from '../queries/backups.ts'
import { expiredBackups } from '../rules.ts'
import { recorded } from './record-backup.ts'

/** Archives the database, the uploaded files and the instance's key; safe while others write and delete. */
export async function createBackup(ctx: Ctx, kind: 'daily' | 'manual'): Promise<BackupDto> {
  const { config } = ctx.services
  const folder = backupFolder(config)
  const name = `${kind}-${archiveName(ctx)}`
  await withArchive(ctx, async ({ bytes, scratch }) => {
    await writeArchive(join(scratch, name), bytes)
    await moveFile(join(scratch, name), join(folder, name))
  })
  const backup = (await listBackups(config)).find((entry) => entry.name === name)
  if (backup === undefined) throw notFound('This backup')
  return backup
}

export const archiveName = ({ now, services: { config } }: Ctx): string =>
  `${backupName(now)}.zip${config.backupKey === null ? '' : '.enc'}`

interface Archive {
  bytes: AsyncGenerator<Buffer>
  /** Of the database in it. */
  databaseSize: number
  /** A folder that goes when the work is done. */
  scratch: string
}

/** Does the work with an archive of the instance, and keeps what is in it from being removed meanwhile. */
export async function withArchive(ctx: Ctx, work: (archive: Archive) => Promise<void>): Promise<void> {
  const { config } = ctx.services
  const scratch = await makeScratch(backupFolder(config), 'making')
  const files = await openStorage(config).hold()
  try {
    // What the snapshot speaks of was stored before it, and is held whoever deletes it from now on.
    const database = await snapshot(ctx, scratch)
    const bytes = archiveOf(contents(database, config.dataDir, files), config.backupKey)
    await work({ bytes, databaseSize: (await stat(database.path)).size, scratch })
  } finally {
    await files.release()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function snapshot(ctx: Ctx, folder: string): Promise<{ name: string; path: string }> {
  const database = databaseOf(ctx.db)
  if (database.dialect === 'sqlite') {
    return { name: 'database.db', path: await backupSqlite(database.file, folder, 'database') }
  }
  const url = database.directUrl
  return { name: 'database.dump', path: await backupPostgres(url, folder, 'database') }
}

async function* contents(
  database: ArchiveEntry,
  dataDir: string,
  files: StorageHold,
): AsyncGenerator<ArchiveEntry> {
  yield database
  for (const key of await files.keys()) {
    const bytes = await files.read(key)
    if (bytes !== null) yield { name: `files/${key.slice(0, 2)}/${key}`, bytes }
  }
  const key = join(dataDir, 'instance.key')
  if (existsSync(key)) yield { name: 'instance.key', path: key }
}

/** A backup by the administrator's word. */
export async function backUpNow(ctx: UserCtx): Promise<BackupDto> {
  const backup = await recorded(ctx, 'disk', () => createBackup(ctx, 'manual'))
  await transact(ctx, (tx) => record(tx, 'backup.created', { id: backup.name, size: backup.size }))
  return backup
}

/** The nightly job: a backup unless that is switched off, then those past their time go. */
export async function backUpNightly(ctx: Ctx): Promise<void> {
  const { auto_backup } = await getPlatformRow(ctx)
  if (!fromFlag(auto_backup)) return
  const { name } = await recorded(ctx, 'disk', () => createBackup(ctx, 'daily'))
  ctx.services.log.info({ name }, 'backed up')
  const folder = backupFolder(ctx.services.config)
  for (const expired of expiredBackups(await readdir(folder))) await rm(join(folder, expired))
}
