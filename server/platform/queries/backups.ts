import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDto } from '#shared/platform.ts'
import type { Config } from '../../core/config.ts'
import { notFound } from '../../core/errors.ts'
import { parseBackupName } from '../rules.ts'

export const backupFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'backups')

/** The backups of this instance, newest first. */
export async function listBackups(config: Pick<Config, 'dataDir'>): Promise<BackupDto[]> {
  const folder = backupFolder(config)
  const names = await readdir(folder).catch(() => [])
  const backups = names.map(parseBackupName).filter((backup) => backup !== null)
  const sized = await Promise.all(
    backups.map(async (backup) => ({ ...backup, size: (await stat(join(folder, backup.name))).size })),
  )
  return sized.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** The newest backups of the whole instance; copies from before an upgrade hold the database alone. */
export async function lastBackups(config: Pick<Config, 'dataDir'>, count = 3): Promise<BackupDto[]> {
  const backups = await listBackups(config)
  return backups.filter(({ kind }) => kind !== 'before-upgrade').slice(0, count)
}

/** Where a backup of the list lies; NOT_FOUND for any other name. */
export async function requireBackup(config: Pick<Config, 'dataDir'>, name: string): Promise<string> {
  const found = (await listBackups(config)).find((backup) => backup.name === name)
  if (found === undefined) throw notFound('This backup')
  return join(backupFolder(config), found.name)
}
