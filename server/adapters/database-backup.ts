import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { flush, moveFile } from '../core/durable.ts'
import { makeScratch } from '../core/scratch.ts'
import { dumpPostgres, verifyDump } from './postgres-tools.ts'

/**
 * Snapshots an open SQLite file by the backup API, which is safe while others write, and proves the
 * copy sound before it gets its name. Returns its path; throws and leaves nothing when it is not sound.
 */
export const backupSqlite = (file: BetterSqlite.Database, folder: string, name: string): Promise<string> =>
  keepWhenMade(folder, `${name}.db`, async (draft) => {
    await copyCommitted(file, draft)
    await verifySqlite(draft)
  })

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
export const backupPostgres = (url: string, folder: string, name: string): Promise<string> =>
  keepWhenMade(folder, `${name}.dump`, async (draft) => {
    await dumpPostgres(url, draft)
    await verifyDump(draft)
  })

async function keepWhenMade(
  folder: string,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const scratch = await makeScratch(folder, 'making')
  const [draft, path] = [join(scratch, name), join(folder, name)]
  try {
    await make(draft)
    await chmod(draft, 0o600)
    await flush(draft)
    await moveFile(draft, path)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return path
}

/** Throws when the file is no sound SQLite database. Reading it all takes long, so another thread does it. */
export async function verifySqlite(path: string): Promise<void> {
  const worker = new Worker(CHECK, { eval: true, execArgv: [], workerData: path })
  const verdict = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The check of the database ended early.')))
  })
  if (verdict !== 'ok') throw new Error(`The backup is damaged: ${verdict}`)
}

/**
 * A snapshot of a WAL database would leave side files behind; alone it must be one file. Written out here,
 * and with Node's own SQLite: the executable has no files a thread could load.
 */
const CHECK = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const { accessSync } = require('node:fs')
  accessSync(workerData)
  const file = new DatabaseSync(workerData)
  file.exec('pragma journal_mode = DELETE')
  const { integrity_check: verdict } = file.prepare('pragma integrity_check').get()
  file.close()
  parentPort.postMessage(verdict)`

/** A name that sorts by time and is valid on every file system, for instance `2026-03-04T10-00-00Z`. */
export const backupName = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replaceAll(':', '-')
