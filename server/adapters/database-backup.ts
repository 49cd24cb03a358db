import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { dumpPostgres, verifyDump } from './postgres-tools.ts'

/**
 * Snapshots an open SQLite file by the backup API, which is safe while others write, and proves the
 * copy sound before it gets its name. Returns its path; throws and leaves nothing when it is not sound.
 */
export async function backupSqlite(
  file: BetterSqlite.Database,
  folder: string,
  name: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name}.db`)
  const draft = `${path}.part`
  try {
    await copyCommitted(file, draft)
    verifySqlite(draft)
    chmodSync(draft, 0o600)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return path
}

/**
 * Over a connection and a snapshot of its own: the open one may be amid a transaction, whose rows are
 * nobody's yet, and what others write meanwhile would begin the copy anew.
 */
async function copyCommitted(file: BetterSqlite.Database, path: string): Promise<void> {
  const snapshot = new BetterSqlite(file.name, { readonly: true, fileMustExist: true })
  try {
    snapshot.exec('begin')
    snapshot.prepare('select count(*) from sqlite_master').get()
    await snapshot.backup(path)
  } finally {
    snapshot.close()
  }
}

/** Dumps a PostgreSQL database and reads the dump to its end before it gets its name. Returns its path. */
export async function backupPostgres(url: string, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name}.dump`)
  const draft = `${path}.part`
  try {
    await dumpPostgres(url, draft)
    await verifyDump(draft)
    chmodSync(draft, 0o600)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return path
}

/** Throws when the file is no sound SQLite database. */
export function verifySqlite(path: string): void {
  const copy = new BetterSqlite(path, { fileMustExist: true })
  try {
    // A snapshot of a WAL database would leave side files behind; alone it must be one file.
    copy.pragma('journal_mode = DELETE')
    const verdict = copy.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`The backup is damaged: ${String(verdict)}`)
  } finally {
    copy.close()
  }
}

/** A name that sorts by time and is valid on every file system, for instance `2026-03-04T10-00-00Z`. */
export const backupName = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replaceAll(':', '-')
