import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../core/config.ts'
import { isPostgresUrl, sqlitePath } from '../../db/engines/connection.ts'

export interface Disk {
  /** The portal's folder on it, as an absolute path. */
  folder: string
  /** Bytes available to the portal. */
  free: number
  total: number
}

/** The folders the portal writes to: the data folder, and the SQLite file's if that is elsewhere. */
export const foldersOf = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Set<string> =>
  new Set([dataDir, isPostgresUrl(databaseUrl) ? dataDir : dirname(sqlitePath(databaseUrl))])

/** Subfolders that may be on disks of their own. */
const MOUNTED = ['files', 'backups']

/** The disk with the least space among those the portal writes to; null if the system doesn't report it. */
export async function readDisk(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Disk | null> {
  const mounted = MOUNTED.map((name) => join(config.dataDir, name)).filter((folder) => existsSync(folder))
  const disks = await Promise.all(
    [...foldersOf(config), ...mounted].map(async (folder) => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { folder: resolve(folder), free: bavail * bsize, total: blocks * bsize }
    }),
  ).catch(() => [])
  return disks.sort((a, b) => a.free - b.free)[0] ?? null
}

/** Linux's numbers of NFS, SMB, the folders that virtual machines share (9P), Ceph, AFS, Lustre and GFS2. */
const NETWORK_TYPES = [
  ...[0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997, 0x00c3_6400, 0x5346_414f, 0x0bd0_0bd0],
  0x0116_1970,
]

/**
 * What to do if the SQLite file is on a network folder, whose locks and shared memory its write-ahead log can't rely on;
 * else null. The folder must exist.
 */
export async function networkFolderAdvice(databaseUrl: string, folder: string): Promise<string | null> {
  if (isPostgresUrl(databaseUrl) || sqlitePath(databaseUrl) === ':memory:') return null
  const type = await statfs(folder).then(
    (found) => found.type >>> 0,
    () => 0,
  )
  if (!NETWORK_TYPES.includes(type)) return null
  return `The database is on a network folder (${resolve(folder)}), where SQLite can lose data: keep it on a local disk, or use PostgreSQL.`
}

export async function warnOfNetworkFolder({ databaseUrl }: Config, log: Pick<Logger, 'warn'>): Promise<void> {
  const advice = await networkFolderAdvice(databaseUrl, dirname(sqlitePath(databaseUrl)))
  if (advice !== null) log.warn(advice)
}
