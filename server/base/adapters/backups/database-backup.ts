import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import BetterSqlite from 'better-sqlite3'
import { closeFile, flush, moveFile } from '../../core/durable-files.ts'
import { createTemporaryFolder } from '../../core/temporary-folders.ts'
import { withPath } from '../../db/engines/sqlite.ts'
import { dumpPostgres, verifyDump } from './postgres-tools.ts'

/**
 * Copies an open SQLite file through the backup API, which is safe during writes, and checks the copy before
 * renaming it. Returns its path; throws and leaves no file if it is damaged.
 */
export const backupSqlite = (file: BetterSqlite.Database, folder: string, name: string): Promise<string> =>
  writeThenMove(folder, `${name}.db`, async (draft) => {
    await copyCommitted(file, draft)
    await verifySqlite(draft)
  })

/**
 * Uses its own connection and snapshot: the open connection may be in a transaction with uncommitted rows,
 * and writes by others would restart the copy.
 */
async function copyCommitted(file: BetterSqlite.Database, path: string): Promise<void> {
  const snapshot = new BetterSqlite(file.name, { readonly: true, fileMustExist: true })
  try {
    snapshot.exec('begin')
    snapshot.prepare('select count(*) from sqlite_master').get()
    await snapshot.backup(path)
  } catch (error) {
    throw withPath(error, path)
  } finally {
    snapshot.close()
  }
}

/** Dumps a PostgreSQL database and verifies the dump before renaming it. Returns its path. */
export const backupPostgres = (url: string, folder: string, name: string): Promise<string> =>
  writeThenMove(folder, `${name}.dump`, async (draft) => {
    await dumpPostgres(url, draft)
    await verifyDump(draft)
  })

async function writeThenMove(
  folder: string,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const scratch = await createTemporaryFolder(folder, 'making')
  const [draft, path] = [join(scratch, name), join(folder, name)]
  try {
    await make(draft)
    await closeFile(draft)
    await flush(draft)
    await moveFile(draft, path)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return path
}

/**
 * Throws if the file isn't an intact SQLite database. Reading all of it takes long, so it runs in another
 * thread.
 */
export async function verifySqlite(path: string): Promise<void> {
  const worker = new Worker(CHECK, { eval: true, execArgv: [], workerData: path })
  const verdict = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The database check ended early.')))
  })
  if (verdict !== 'ok') throw new Error(`The backup is damaged: ${verdict}`)
}

/**
 * Opening a copy in WAL mode would leave side files, so it is switched to a single file. Inline code and
 * Node's own SQLite, because the single executable has no files for a thread to load.
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

/** A sortable name that is valid on every file system, for example `2026-03-04T10-00-00Z`. */
export const backupName = (now: Date): string =>
  now
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replaceAll(':', '-')
