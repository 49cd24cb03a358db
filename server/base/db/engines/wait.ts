import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './connection.ts'
import { isUnavailable } from './dialect.ts'

const ATTEMPTS = 6
const PAUSE_MS = 2000

/** Waits for PostgreSQL to start and logs that; then throws a readable error. */
export async function waitForDatabase(database: Database, log: Logger, pauseMs = PAUSE_MS): Promise<void> {
  if (database.dialect === 'sqlite') return
  const address = new URL(database.pool.options.connectionString ?? '').host
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`.execute(database.db)
      return
    } catch (error) {
      // Including refused connections: the server may still be starting.
      if (!isUnavailable(error) && !(error instanceof Error && 'syscall' in error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (attempt === ATTEMPTS) {
        throw new Error(
          `PostgreSQL at ${address} is not responding (${reason}). Check DATABASE_URL and the server.`,
        )
      }
      log.warn({ attempt, reason }, `PostgreSQL at ${address} is not responding yet; trying again`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/**
 * Warns if a pooler's sessions have no time limits: a lock that is never released would block requests
 * indefinitely.
 */
export async function warnOfEndless(database: Database, log: Logger): Promise<void> {
  if (database.dialect === 'sqlite') return
  const { rows } = await sql<{ limit: string }>`
    select current_setting('statement_timeout') as limit`.execute(database.db)
  if (rows[0]?.limit === '0') {
    log.warn('the sessions of DATABASE_URL have no statement_timeout; docs/scaling.md says where to set it')
  }
}
