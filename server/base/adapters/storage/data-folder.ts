import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../../core/config.ts'
import { inWords, requireAccess } from '../../core/startup/failed-start.ts'
import { isPostgresUrl, sqlitePath } from '../../db/engines/connection.ts'
import { entriesBelow } from './private-files.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** The folders in the data folder of a portal in use; `instance.key` may be mounted read-only. */
const FOLDERS = ['files', 'backups', 'outbox']
const FILES = ['instance.key', 'restoring.json']
/** Their subfolders; others, such as a disk's `lost+found`, don't belong to the portal. */
const OWN_FOLDER = /^([0-9a-f]{2}|held|receiving|removals|making-\S+)$/

/**
 * Creates the portal's folders; throws, naming the path and who owns it, if one of them isn't usable. Commands run
 * as root leave such files behind for a portal that runs as another user.
 */
export function requireWritable({ dataDir, databaseUrl }: Place): void {
  requireWritableFolder(dataDir, 'DATA_DIR')
  for (const name of FOLDERS) {
    const folder = join(dataDir, name)
    requireUsable(folder)
    for (const inner of foldersIn(folder)) requireUsable(join(folder, inner))
  }
  for (const name of FILES) {
    const path = join(dataDir, name)
    if (existsSync(path)) attempt(path, () => void readFileSync(path))
  }
  if (isPostgresUrl(databaseUrl) || sqlitePath(databaseUrl) === ':memory:') return
  const path = sqlitePath(databaseUrl)
  requireWritableFolder(dirname(path), 'DATABASE_URL')
  for (const ending of ['', '-wal', '-shm']) requireUsable(path + ending)
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && OWN_FOLDER.test(entry.name))
        .map(({ name }) => name)
    : []

function requireUsable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return
  attempt(path, () => requireAccess(path, stats))
}

function requireWritableFolder(folder: string, setting: string): void {
  const create = () => {
    mkdirSync(folder, { recursive: true })
    requireAccess(folder)
  }
  attempt(folder, create, ` ${setting} can name another location.`)
}

function attempt(path: string, work: () => void, elsewhere = ''): void {
  try {
    work()
  } catch (cause) {
    throw new Error(inWords(Object.assign(cause as Error, { path })) + elsewhere, { cause })
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
    `${where}, but ${resolve(dataDir)} contains ${[...left, ...kept].join(', ')} from a portal.\n` +
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
  return info.isFile() || entriesBelow(path).some((one) => one.isFile())
}

function replacedDatabases(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}.before-restore-`))
}
