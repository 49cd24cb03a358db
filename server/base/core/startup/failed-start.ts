import { accessSync, constants, existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The exit status for what a restart can't fix: `EX_CONFIG` of sysexits.h, which service managers know. */
const INVALID_SETTINGS_STATUS = 78

/** Settings with which the program can't run. */
export class InvalidSettings extends Error {}

/** Ends a failed program with a readable reason and an exit status for service managers. */
export function endWith(error: unknown): never {
  console.error(error instanceof Error ? inWords(error) : error)
  process.exit(error instanceof InvalidSettings ? INVALID_SETTINGS_STATUS : 1)
}

/** PostgreSQL's code. Since version 15, only a database's owner may create tables in it. */
const INSUFFICIENT_PRIVILEGE = '42501'
const OWNER_NEEDED =
  'The user of DATABASE_URL must own the database. As its administrator: ALTER DATABASE name OWNER TO user'

const AGAIN = 'Then start again.'
const FULL = `Free some space. ${AGAIN}`

/** What error codes of the system and of SQLite mean, and the remedy if it isn't a matter of access. */
const REASONS: Record<string, readonly [reason: string, advice?: string]> = {
  EACCES: ['permission denied'],
  EPERM: ['permission denied'],
  EROFS: ['it is on a read-only disk'],
  ENOSPC: ['the disk is full', FULL],
  EDQUOT: ['the disk quota is used up', FULL],
  EIO: ['the disk is failing', 'Check the disk.'],
  EMFILE: ['too many files are open', `Raise the limit of open files (ulimit -n). ${AGAIN}`],
  ENOENT: ['it is missing'],
  ENOTDIR: ['part of its path is a file'],
  EISDIR: ['it is a folder'],
  EEXIST: ['a file has the same name'],
  ELOOP: ['its links form a loop'],
  SQLITE_CANTOPEN: ['it can’t be opened'],
  SQLITE_READONLY: ['it can’t be written to'],
  SQLITE_PERM: ['permission denied'],
  SQLITE_FULL: ['the disk is full', FULL],
  SQLITE_IOERR: ['the disk is failing', 'Check the disk.'],
  SQLITE_BUSY: ['another program has locked it', `End that program. ${AGAIN}`],
  SQLITE_NOTADB: ['it is not a database', 'Check DATABASE_URL, or restore a backup.'],
  SQLITE_CORRUPT: ['it is damaged', 'Restore a backup.'],
}

/** SQLite's codes have suffixes, such as `SQLITE_IOERR_WRITE`. */
const reasonOf = (code: string) => REASONS[code.replace(/^(SQLITE_[A-Z]+)_.*/, '$1')]

interface SystemError extends Error {
  code?: string
  path?: string
  syscall?: string
}

/** Describes a failure of the system or SQLite with the path, its owner and the remedy; leaves others unchanged. */
export function inWords(error: Error): string {
  const { code = '', path, syscall } = error as SystemError
  if (code === INSUFFICIENT_PRIVILEGE) return `${error.message}. ${OWNER_NEEDED}`
  const known = reasonOf(code)
  // A missing program has a name instead of a path.
  if (known === undefined || path === undefined || syscall?.startsWith('spawn')) return error.message
  const [reason, advice] = known
  const place = code.startsWith('SQLITE_') ? blockedPart(path) : resolve(path)
  return `The portal can’t use ${place}: ${reason} (${code}). ${advice ?? accessHint(place)}`.trim()
}

/** Which of a database's folder and files blocks it. */
function blockedPart(database: string): string {
  const path = resolve(database)
  const parts = ['', '-wal', '-shm', '-journal'].map((ending) => path + ending)
  return [dirname(path), ...parts].find((part) => refusalOf(part) !== null) ?? path
}

/** Throws the system's error if this process may not read and change the file or folder. */
export const requireAccess = (path: string, stats = statSync(path)): void =>
  accessSync(path, constants.R_OK | constants.W_OK | (stats.isDirectory() ? constants.X_OK : 0))

function refusalOf(path: string): string | null {
  const stats = statOf(path)
  try {
    if (stats !== null) requireAccess(path, stats)
    return null
  } catch (error) {
    return (error as SystemError).code ?? ''
  }
}

/** Names the owner of the path, or of the folder that hides it, and the command that grants access. */
function accessHint(path: string): string {
  // Windows has neither numeric owners nor chown.
  if (process.geteuid === undefined) return ''
  let place = path
  while (statOf(place) === null && dirname(place) !== place) place = dirname(place)
  if (!['EACCES', 'EPERM'].includes(refusalOf(place) ?? '')) return ''
  const [owner, own] = [nameOf(statSync(place).uid), nameOf(process.geteuid())]
  if (owner === own) return `Run: chmod -R u+rwX '${place}'`
  const owned = `${place === path ? 'It' : place} belongs to ${owner}, and the portal runs as ${own}.`
  // The parent folders aren't the portal's alone.
  if (place !== path) return owned
  // The container has ended, and its user's name means nothing outside it.
  return isContainer()
    ? `${owned} On the host, run as root on the folder mounted there: chown -R ${process.geteuid()} FOLDER`
    : `${owned} If only the portal uses it, run as root: chown -R ${own} '${place}'`
}

/** Docker and Podman each create one of these files. */
const isContainer = (): boolean => existsSync('/.dockerenv') || existsSync('/run/.containerenv')

/** Also null if a parent folder can't be entered. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** The name of a user, or the number if the system has no name for it, as in containers. */
function nameOf(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.find((line) => line.split(':')[2] === String(uid))?.split(':')[0] ?? String(uid)
  } catch {
    return String(uid)
  }
}
