import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './connection.ts'
import { isUnavailable } from './dialect.ts'

const ATTEMPTS = 6
const PAUSE_MS = 2000

/** Waits a while for a PostgreSQL that is only starting, and says so; then gives up in words. */
export async function waitForDatabase(database: Database, log: Logger, pauseMs = PAUSE_MS): Promise<void> {
  if (database.dialect === 'sqlite') return
  const address = new URL(database.pool.options.connectionString ?? '').host
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`.execute(database.db)
      return
    } catch (error) {
      // A refused connection too: the server may only be starting.
      if (!isUnavailable(error) && !(error instanceof Error && 'syscall' in error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (attempt === ATTEMPTS) {
        throw new Error(
          `PostgreSQL at ${address} does not answer (${reason}). Check DATABASE_URL and the server.`,
        )
      }
      log.warn({ attempt, reason }, `PostgreSQL at ${address} does not answer yet; trying again`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Says where a pooler lends sessions without time limits: a lock nobody gives back would hold requests for ever. */
export async function warnOfEndless(database: Database, log: Logger): Promise<void> {
  if (database.dialect === 'sqlite') return
  const { rows } = await sql<{ limit: string }>`
    select current_setting('statement_timeout') as limit`.execute(database.db)
  if (rows[0]?.limit === '0') {
    log.warn('the sessions of DATABASE_URL have no statement_timeout; docs/scaling.md says where to set it')
  }
}
