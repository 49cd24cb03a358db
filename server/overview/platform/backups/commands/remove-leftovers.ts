import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../../../base/core/config.ts'
import { removeTemporaryFolders } from '../../../../base/core/temporary-folders.ts'
import { isPostgresUrl, sqlitePath } from '../../../../base/db/engines/connection.ts'
import { surplusCopies } from '../../rules.ts'
import { backupFolder } from '../queries/backups.ts'
import { isRestorePending } from './finish-restore.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** Temporary files; recent ones may still be in use. */
const HALF_WRITTEN = /\.part$|\.restoring$|^probe-[0-9a-f-]{36}$/
const ABANDONED_AFTER_MS = 3_600_000

/**
 * Deletes what killed backups and restores left, and copies from upgrades and restores beyond the last three.
 */
export async function removeLeftovers(
  { dataDir, databaseUrl }: Place,
  log: Logger,
  now: Date,
): Promise<void> {
  if (isRestorePending(dataDir)) return
  const backups = backupFolder({ dataDir })
  const database = isPostgresUrl(databaseUrl) ? null : sqlitePath(databaseUrl)
  const removed = [
    ...(await removeTemporaryFolders(backups, 'making')),
    ...(await removeTemporaryFolders(dataDir, 'restore')),
  ]
  for (const folder of new Set([dataDir, backups, database === null ? dataDir : dirname(database)])) {
    removed.push(...(await removeFiles(folder, await abandoned(folder))))
  }
  removed.push(...(await removeFiles(backups, surplusCopies(await namesIn(backups), now))))
  if (database !== null) {
    const copies = (await namesIn(dirname(database))).filter((name) =>
      name.startsWith(`${basename(database)}.`),
    )
    removed.push(...(await removeFiles(dirname(database), surplusCopies(copies, now))))
  }
  if (removed.length > 0) log.info({ removed }, 'leftovers and old copies deleted')
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function abandoned(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of (await namesIn(folder)).filter((one) => HALF_WRITTEN.test(one))) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info !== null && Date.now() - info.mtimeMs > ABANDONED_AFTER_MS) found.push(name)
  }
  return found
}

async function removeFiles(folder: string, names: readonly string[]): Promise<readonly string[]> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
  return names
}
