import { rmSync } from 'node:fs'
import BetterSqlite from 'better-sqlite3'
import { takeAdvisoryLock } from '../advisory-lock.ts'
import type { Database } from '../engines/connection.ts'

/** An arbitrary number that no other advisory lock of ours uses. */
const AGENCY_MOVE_LOCK = 4_104_017

const BUSY = 'Another agency is being moved from here. Wait until that command finishes.'

/** Prevents other moves from this source until the lock is released or this process ends. */
export async function lockMoves(source: Database): Promise<() => Promise<void>> {
  if (source.dialect === 'sqlite') return lockFile(`${source.file.name}.moving`)
  return takeAdvisoryLock(source.pool, { number: AGENCY_MOVE_LOCK, busy: BUSY })
}

/**
 * SQLite has no advisory locks, so this locks a file next to the database, which is released when the process
 * ends.
 */
async function lockFile(path: string): Promise<() => Promise<void>> {
  const file = new BetterSqlite(path, { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (cause) {
    file.close()
    throw new Error(BUSY, { cause })
  }
  return async () => {
    rmSync(path, { force: true })
    file.close()
  }
}
