import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Logger } from 'pino'

/** The rights of other users of the machine: of the group and of everybody else. */
const OTHERS = 0o077

/** What an instance keeps in its data folder; whatever else lies there is not ours to touch. */
const OWN = /^(foyer\.db(\W\S+)?|instance\.key(\W\S+)?|files|backups|outbox|restore-\S+)$/

/** From now on whatever this process writes is for its own user alone: folders 700, files 600. */
export const writePrivately = (): void => void process.umask(OTHERS)

/**
 * Closes what an earlier version, or a person, left open to other users of the machine, and says so; what
 * belongs to somebody else stays open with a warning.
 */
export function closeToOthers(dataDir: string, databaseFile: string | null, log: Pick<Logger, 'warn'>): void {
  // Windows has no such rights.
  if (process.platform === 'win32') return
  const wasOpen = isOpen(dataDir)
  // What lies in a closed folder nobody else reaches, yet the first level may come from a restored copy.
  const entries = readdirSync(dataDir).filter((name) => OWN.test(name))
  const paths = entries.flatMap((name) =>
    wasOpen ? [...treeOf(join(dataDir, name))] : [join(dataDir, name)],
  )
  if (!holdsWorkingFolder(dataDir)) paths.unshift(dataDir)
  if (databaseFile !== null) paths.push(...['', '-wal', '-shm'].map((ending) => databaseFile + ending))
  const open = [...new Set(paths.map((path) => resolve(path)))].filter(isOpen)
  const left = open.filter((path) => !close(path))
  const closed = open.length - left.length
  if (closed > 0) log.warn({ dataDir, closed }, 'data was open to other users of this machine; closed now')
  if (left.length > 0) {
    log.warn({ paths: left.slice(0, 10) }, 'data is open to other users of this machine: run chmod go= on it')
  }
}

/** Started in its own data folder, or in one above: others may have a rightful use for that one. */
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
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    yield join(entry.parentPath, entry.name)
  }
}
