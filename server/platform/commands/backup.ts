import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDto } from '#shared/platform.ts'
import { recordAudit } from '../../audit/commands.ts'
import type { Scope } from '../../auth/scope.ts'
import { backupName, backupPostgres, backupSqlite } from '../../db/backup.ts'
import { databaseOf } from '../../db/connection.ts'
import type { Db } from '../../db/schema.ts'
import { fromFlag } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { type ArchiveEntry, packArchive } from '../../services/backup-archive.ts'
import type { Services } from '../../trpc/context.ts'
import { backupFolder, listBackups } from '../queries/backups.ts'
import { getPlatformRow } from '../queries.ts'
import { expiredBackups } from '../rules.ts'

type BackupServices = Pick<Services, 'db' | 'config'>

/** Archives the database, the uploaded files and the instance's key; safe while others write. */
export async function createBackup(
  { db, config }: BackupServices,
  kind: 'daily' | 'manual',
  now: Date,
): Promise<BackupDto> {
  const folder = backupFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${kind}-${backupName(now)}.zip${config.backupKey === null ? '' : '.enc'}`
  const scratch = await mkdtemp(join(folder, 'making-'))
  try {
    // Files are never changed once stored, so those read after the snapshot include all it speaks of.
    const database = await snapshot(db, scratch)
    const entries = [database, ...(await storedFiles(config.dataDir))]
    await packArchive(join(scratch, name), entries, config.backupKey)
    await rename(join(scratch, name), join(folder, name))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  const backup = (await listBackups(config)).find((entry) => entry.name === name)
  if (backup === undefined) throw notFound('This backup')
  return backup
}

async function snapshot(db: Db, folder: string): Promise<ArchiveEntry> {
  const database = databaseOf(db)
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
export async function backUpNow(services: BackupServices, scope: Scope): Promise<BackupDto> {
  const backup = await createBackup(services, 'manual', scope.now)
  await recordAudit(services.db, scope, {
    action: 'backup.created',
    subject: { type: 'backup', id: backup.name },
    detail: `${backup.size} bytes`,
  })
  return backup
}

/** The nightly job: a backup unless that is switched off, then those past their time go. */
export async function backUpNightly(services: Services, now: Date): Promise<void> {
  const { auto_backup } = await getPlatformRow(services.db)
  if (!fromFlag(auto_backup)) return
  const { name } = await createBackup(services, 'daily', now)
  services.log.info({ name }, 'backed up')
  const folder = backupFolder(services.config)
  for (const expired of expiredBackups(await readdir(folder))) await rm(join(folder, expired))
}
