import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../core/config.ts'
import { isPostgresUrl, sqlitePath } from '../../db/engines/connection.ts'

export interface Disk {
  /** Bytes available to the portal. */
  free: number
  total: number
}

/** The folders the portal writes to: the data folder, and the SQLite file's if that is elsewhere. */
export const foldersOf = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Set<string> =>
  new Set([dataDir, isPostgresUrl(databaseUrl) ? dataDir : dirname(sqlitePath(databaseUrl))])

/** The disk with the least space among those the portal writes to; null if the system doesn't report it. */
export async function readDisk(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Disk | null> {
  const disks = await Promise.all(
    [...foldersOf(config)].map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { free: bavail * bsize, total: blocks * bsize }
    }),
  ).catch(() => [])
  return disks.sort((a, b) => a.free - b.free)[0] ?? null
}
