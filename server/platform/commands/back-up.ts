import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDto } from '#shared/platform.ts'
import { type ArchiveEntry, packArchive } from '../../adapters/backup-archive.ts'
import { backupName, backupPostgres, backupSqlite } from '../../adapters/database-backup.ts'
import { getPlatformRow } from '../../auth/queries/platform.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { databaseOf } from '../../db/connection.ts'
import { fromFlag } from '../../db/values.ts'
import { backupFolder, listBackups } from '../queries/backups.ts'
import { expiredBackups } from '../rules.ts'

/** Archives the database, the uploaded files and the instance's key; safe while others write. */
export async function createBackup(ctx: Ctx, kind: 'daily' | 'manual'): Promise<BackupDto> {
  const folder = backupFolder(ctx.services.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${kind}-${backupName(ctx.now)}.zip${ctx.services.config.backupKey === null ? '' : '.enc'}`
  const scratch = await mkdtemp(join(folder, 'making-'))
  try {
    // Files are never changed once stored, so those read after the snapshot include all it speaks of.
    const database = await snapshot(ctx, scratch)
    const entries = [database, ...(await storedFiles(ctx.services.config.dataDir))]
    await packArchive(join(scratch, name), entries, ctx.services.config.backupKey)
    await rename(join(scratch, name), join(folder, name))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  const backup = (await listBackups(ctx.services.config)).find((entry) => entry.name === name)
  if (backup === undefined) throw notFound('This backup')
  return backup
}

async function snapshot(ctx: Ctx, folder: string): Promise<ArchiveEntry> {
  const database = databaseOf(ctx.db)
  if (database.dialect === 'sqlite') {
    return { name: 'database.db', path: await backupSqlite(database.file, folder, 'database') }
  }
  const url = database.pool.options.connectionString ?? ''
  return { name: 'database.dump', path: await backupPostgres(url, folder, 'database') }
}

async function storedFiles(dataDir: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const root = join(dataDir, 'files')
  for (const shelf of await readdir(root).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(shelf)) continue
    for (const key of await readdir(join(root, shelf))) {
      entries.push({ name: `files/${shelf}/${key}`, path: join(root, shelf, key) })
    }
  }
  const key = join(dataDir, 'instance.key')
  if (existsSync(key)) entries.push({ name: 'instance.key', path: key })
  return entries
}

/** A backup by the administrator's word. */
export async function backUpNow(ctx: UserCtx): Promise<BackupDto> {
  const backup = await createBackup(ctx, 'manual')
  await transact(ctx, (tx) => record(tx, 'backup.created', { id: backup.name, size: backup.size }))
  return backup
}

/** The nightly job: a backup unless that is switched off, then those past their time go. */
export async function backUpNightly(ctx: Ctx): Promise<void> {
  const { auto_backup } = await getPlatformRow(ctx)
  if (!fromFlag(auto_backup)) return
  const { name } = await createBackup(ctx, 'daily')
  ctx.services.log.info({ name }, 'backed up')
  const folder = backupFolder(ctx.services.config)
  for (const expired of expiredBackups(await readdir(folder))) await rm(join(folder, expired))
}
