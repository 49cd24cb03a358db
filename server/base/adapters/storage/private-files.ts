import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Logger } from 'pino'
import { codeOf } from '../../core/durable-files.ts'

/** The permission bits of group and others. */
const OTHERS = 0o077

/** The files of an instance in its data folder; other files are left alone. */
const OWN = /^(foyer\.db(\W\S+)?|instance\.key(\W\S+)?|files|backups|outbox|restore-\S+)$/

/** Makes this process create folders with mode 700 and files with 600. */
export const writePrivately = (): void => void process.umask(OTHERS)

/**
 * Removes other users' access from files of earlier versions or changed by hand, and logs that; only warns
 * about files of another owner.
 */
export function closeToOthers(dataDir: string, databaseFile: string | null, log: Pick<Logger, 'warn'>): void {
  // Windows has no such permissions.
  if (process.platform === 'win32') return
  const wasOpen = isOpen(dataDir)
  // The closed folder protects its contents, but its first level may have been restored from elsewhere.
  const entries = readdirSync(dataDir).filter((name) => OWN.test(name))
  const paths = entries.flatMap((name) =>
    wasOpen ? [...treeOf(join(dataDir, name))] : [join(dataDir, name)],
  )
  if (!holdsWorkingFolder(dataDir)) paths.unshift(dataDir)
  if (databaseFile !== null) paths.push(...['', '-wal', '-shm'].map((ending) => databaseFile + ending))
  const open = [...new Set(paths.map((path) => resolve(path)))].filter(isOpen)
  const left = open.filter((path) => !close(path))
  const closed = open.length - left.length
  if (closed > 0)
    log.warn(
      { dataDir, closed },
      'data was accessible to other users of this machine; their access was removed',
    )
  if (left.length > 0) {
    log.warn(
      { paths: left.slice(0, 10) },
      'data is accessible to other users of this machine: run chmod go= on it',
    )
  }
}

/** If the server was started in the data folder or above it, others may need access to that folder. */
const holdsWorkingFolder = (dataDir: string): boolean => !relative(dataDir, process.cwd()).startsWith('..')

function isOpen(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && !stat.isSymbolicLink() && (stat.mode & OTHERS) !== 0
}

function close(path: string): boolean {
  try {
    chmodSync(path, lstatSync(path).mode & 0o700)
    return true
  } catch {
    return false
  }
}

function* treeOf(path: string): Generator<string> {
  yield path
  if (!lstatSync(path).isDirectory()) return
  for (const entry of entriesBelow(path)) yield join(entry.parentPath, entry.name)
}

/** Everything in the folder, except in folders that this process can't read, such as a disk's `lost+found`. */
export function* entriesBelow(folder: string): Generator<Dirent> {
  for (const entry of readableEntries(folder)) {
    yield entry
    if (entry.isDirectory()) yield* entriesBelow(join(folder, entry.name))
  }
}

function readableEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'EACCES') return []
    throw error
  }
}
