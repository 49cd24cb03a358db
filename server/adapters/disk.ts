import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../core/config.ts'
import { isPostgresUrl, sqlitePath } from '../db/connection.ts'

export interface Disk {
  /** Bytes that the portal may still write. */
  free: number
  total: number
}

/** Where the portal writes: its data folder, and the folder of a SQLite file that lies elsewhere. */
export const foldersOf = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Set<string> =>
  new Set([dataDir, isPostgresUrl(databaseUrl) ? dataDir : dirname(sqlitePath(databaseUrl))])

/** The fuller of the disks that the portal writes to; null where the system doesn't tell. */
export async function readDisk(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Disk | null> {
  const disks = await Promise.all(
    [...foldersOf(config)].map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { free: bavail * bsize, total: blocks * bsize }
    }),
  ).catch(() => [])
  return disks.sort((a, b) => a.free - b.free)[0] ?? null
}
