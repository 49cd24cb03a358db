import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../../core/config.ts'
import { codeOf } from '../../core/durable-files.ts'
import { isPostgresUrl, sqlitePath } from '../../db/engines/connection.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'a file has the same name',
}

/** Creates the portal's folders; throws, naming the path, if one isn't writable. */
export function requireWritable({ dataDir, databaseUrl }: Place): void {
  requireWritableFolder(dataDir, 'DATA_DIR')
  if (isPostgresUrl(databaseUrl) || sqlitePath(databaseUrl) === ':memory:') return
  const path = sqlitePath(databaseUrl)
  requireWritableFolder(dirname(path), 'DATABASE_URL')
  if (existsSync(path)) attempt(path, 'DATABASE_URL', () => accessSync(path, constants.R_OK | constants.W_OK))
}

function requireWritableFolder(folder: string, setting: string): void {
  attempt(folder, setting, () => {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  })
}

function attempt(path: string, setting: string, work: () => void): void {
  try {
    work()
  } catch (cause) {
    const code = codeOf(cause) ?? ''
    throw new Error(
      `The portal can't write to ${resolve(path)}: ${REASONS[code] ?? 'unknown reason'} (${code}). ` +
        `Grant its user access, or set ${setting} to another location.`,
      { cause },
    )
  }
}

/**
 * Throws if the folder has files of a portal in use but no database: creating an empty one would hide the
 * loss. An empty PostgreSQL database counts as missing.
 */
export function refuseEmptyPortal({ dataDir, databaseUrl }: Place): void {
  const left = ['instance.key', 'files', 'backups'].filter((name) => holdsAnything(join(dataDir, name)))
  const kept = isPostgresUrl(databaseUrl) ? [] : replacedDatabases(sqlitePath(databaseUrl))
  if (left.length === 0 && kept.length === 0) return
  const where = isPostgresUrl(databaseUrl)
    ? 'The database named by DATABASE_URL is empty'
    : `There is no database at ${resolve(sqlitePath(databaseUrl))}`
  throw new Error(
    `${where}, but ${resolve(dataDir)} contains ${[...left, ...kept].join(', ')} of a portal.\n` +
      'Check DATABASE_URL and DATA_DIR, or restore a backup (the restore command takes one of DATA_DIR/backups).\n' +
      'To start with an empty portal, move these files away or set DATA_DIR to a new folder.',
  )
}

/** Whether the SQLite file exists and isn't empty. */
export const hasSqliteFile = (databaseUrl: string): boolean =>
  (statSync(sqlitePath(databaseUrl), { throwIfNoEntry: false })?.size ?? 0) > 0

function holdsAnything(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false })
  if (info === undefined) return false
  return (
    info.isFile() || readdirSync(path, { recursive: true, withFileTypes: true }).some((one) => one.isFile())
  )
}

function replacedDatabases(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}.before-restore-`))
}
