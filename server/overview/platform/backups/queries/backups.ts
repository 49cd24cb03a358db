import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDto, LastBackupDto } from '#shared/overview/platform.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { Config } from '../../../../base/core/config.ts'
import type { Services } from '../../../../base/core/context.ts'
import { parseBackupName } from '../../rules.ts'

export const backupFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'backups')

/** The instance's backups, newest first. */
export async function listBackups(config: Pick<Config, 'dataDir'>): Promise<BackupDto[]> {
  const folder = backupFolder(config)
  const names = await readdir(folder).catch(() => [])
  const backups = names.map(parseBackupName).filter((backup) => backup !== null)
  const sized = await Promise.all(
    backups.map(async (backup) => ({ ...backup, size: (await stat(join(folder, backup.name))).size })),
  )
  return sized.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/**
 * The latest full backups, on disk and in the bucket; excludes upgrade copies, which contain only the
 * database.
 */
export async function lastBackups(
  { config, db }: Pick<Services, 'config' | 'db'>,
  count = 3,
): Promise<LastBackupDto[]> {
  const sent = await db
    .selectFrom('backups')
    .select(['name', 'bytes', 'started_at'])
    .where('destination', '=', 's3')
    .where('status', '=', 'done')
    .where('error', 'is', null)
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
  const onDisk = (await listBackups(config)).flatMap((backup) =>
    backup.kind === 'before-upgrade' ? [] : [{ ...backup, kind: backup.kind }],
  )
  return [...inBucket, ...onDisk].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, count)
}

/** The path of a listed backup; throws NOT_FOUND for any other name. */
export async function requireBackup(config: Pick<Config, 'dataDir'>, name: string): Promise<string> {
  const found = (await listBackups(config)).find((backup) => backup.name === name)
  if (found === undefined) throw notFound('This backup')
  return join(backupFolder(config), found.name)
}
