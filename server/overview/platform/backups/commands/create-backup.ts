import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupDto, type DamagedFileDto, NAMED_FILES } from '#shared/overview/platform.ts'
import {
  type ArchiveEntry,
  archiveOf,
  writeArchive,
} from '../../../../base/adapters/backups/backup-archive.ts'
import {
  backupName,
  backupPostgres,
  backupSqlite,
} from '../../../../base/adapters/backups/database-backup.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { moveFile } from '../../../../base/core/durable-files.ts'
import { createTemporaryFolder } from '../../../../base/core/temporary-folders.ts'
import { databaseOf } from '../../../../base/db/engines/connection.ts'
import { backupFolder, listBackups } from '../queries/backups.ts'
import { listFileRecords, nameFiles } from '../queries/stored-files.ts'
import { archiveFiles, type Troubled, UNWATCHED, type Watcher } from './archive-files.ts'

/** A finished archive, and the files that are damaged in it or missing from it. */
export interface MadeBackup {
  name: string
  size: number
  troubled: Troubled[]
}

/** Archives the database, uploaded files, and the instance's key; safe during writes and deletions. */
export async function createBackup(
  ctx: Ctx,
  kind: 'daily' | 'manual',
  watcher: Watcher = UNWATCHED,
): Promise<BackupDto & MadeBackup> {
  const { config } = ctx.services
  const folder = backupFolder(config)
  const name = `${kind}-${archiveName(ctx)}`
  const troubled = await withArchive(ctx, watcher, async ({ bytes, scratch }) => {
    await writeArchive(join(scratch, name), bytes)
    await moveFile(join(scratch, name), join(folder, name))
  })
  const backup = (await listBackups(config)).find((entry) => entry.name === name)
  if (backup === undefined) throw notFound('This backup')
  return { ...backup, troubled }
}

export const archiveName = ({ now, services: { config } }: Ctx): string =>
  `${backupName(now)}.zip${config.backupKey === null ? '' : '.enc'}`

interface Archive {
  bytes: AsyncGenerator<Buffer>
  /** The approximate number of bytes. */
  estimate: number
  /** A temporary folder, deleted after the work. */
  scratch: string
}

/**
 * Runs the work with an archive of the instance, holding its files meanwhile. Returns the files that are
 * damaged in it or missing from it.
 */
export async function withArchive(
  ctx: Ctx,
  watcher: Watcher,
  work: (archive: Archive) => Promise<void>,
): Promise<Troubled[]> {
  const { config } = ctx.services
  const scratch = await createTemporaryFolder(backupFolder(config), 'making')
  const files = await openStorage(config).hold()
  const troubled: Troubled[] = []
  try {
    // Files in the snapshot were stored before it, and from now on are held even if deleted.
    const before = await listFileRecords(ctx.db)
    const database = await snapshot(ctx, scratch)
    const after = await listFileRecords(ctx.db)
    watcher.signal.throwIfAborted()
    const { size } = await stat(database.path)
    const estimate = after.reduce((sum, { digest }) => sum + (digest?.size ?? 0), size)
    watcher.total(estimate)
    let named: DamagedFileDto[] = []
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield database
      watcher.added(size)
      yield* archiveFiles({ files, before, after, troubled, watcher })
      const key = join(config.dataDir, 'instance.key')
      if (existsSync(key)) yield { name: 'instance.key', path: key }
      named = await nameFiles(ctx.db, troubled.slice(0, NAMED_FILES))
    }
    const bytes = archiveOf(entries(), config.backupKey, () => ({
      damaged_count: troubled.length,
      damaged: named,
    }))
    await work({ bytes, estimate, scratch })
  } finally {
    await files.release()
    await rm(scratch, { recursive: true, force: true })
  }
  return troubled
}

async function snapshot(ctx: Ctx, folder: string): Promise<{ name: string; path: string }> {
  const database = databaseOf(ctx.db)
  if (database.dialect === 'sqlite') {
    return { name: 'database.db', path: await backupSqlite(database.file, folder, 'database') }
  }
  const url = database.directUrl
  return { name: 'database.dump', path: await backupPostgres(url, folder, 'database') }
}
