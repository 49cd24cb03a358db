import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDto, LastBackupDto } from '#shared/overview/platform.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Config } from '../../../../base/core/config.ts'
import type { Services } from '../../../../base/core/context.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { isFromFuture, newestFirst, parseBackupName } from '../../rules.ts'

export const backupFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'backups')

/** The instance's backups, newest first; those from the future last. */
export async function listBackups(config: Pick<Config, 'dataDir'>, now = new Date()): Promise<BackupDto[]> {
  const folder = backupFolder(config)
  const names = await readdir(folder).catch(() => [])
  const backups = names.map(parseBackupName).filter((backup) => backup !== null)
  const sized = await Promise.all(
    backups.map(async (backup) => ({ ...backup, size: (await stat(join(folder, backup.name))).size })),
  )
  return newestFirst(sized, ({ created_at }) => created_at, now)
}

/**
 * The latest full backups, on disk and in the bucket; excludes upgrade copies, which contain only the
 * database, and backups from the future.
 */
export async function lastBackups(
  { config, db, clock }: Pick<Services, 'config' | 'db' | 'clock'>,
  count = 3,
): Promise<LastBackupDto[]> {
  const now = clock()
  const sent = await db
    .selectFrom('backups')
    .select(['name', 'bytes', 'started_at'])
    .where('destination', '=', 's3')
    .where('status', '=', 'done')
    .where('error', 'is', null)
    .where('started_at', '<=', toInstant(now))
    .orderBy('started_at', 'desc')
    .limit(count)
    .execute()
  const inBucket = sent.map(({ name, bytes, started_at }) => ({
    name,
    size: bytes ?? 0,
    created_at: started_at,
    encrypted: true,
    kind: 'bucket' as const,
  }))
  const onDisk = (await listBackups(config, now)).flatMap((backup) =>
    backup.kind === 'before-upgrade' || isFromFuture(backup.created_at, now)
      ? []
      : [{ ...backup, kind: backup.kind }],
  )
  return newestFirst([...inBucket, ...onDisk], ({ created_at }) => created_at, now).slice(0, count)
}

/** The path of a listed backup; throws NOT_FOUND for any other name. */
export async function requireBackup(config: Pick<Config, 'dataDir'>, name: string): Promise<string> {
  const found = (await listBackups(config)).find((backup) => backup.name === name)
  if (found === undefined) throw notFound('This backup')
  return join(backupFolder(config), found.name)
}
