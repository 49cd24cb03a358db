import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './connection.ts'
import { isUnavailable } from './dialect.ts'

const ATTEMPTS = 6
const PAUSE_MS = 2000

/** Waits for PostgreSQL to start, and logs each failed attempt; after the last one, throws a readable error. */
export async function waitForDatabase(
  database: Database,
  log: Logger,
  { attempts = ATTEMPTS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  if (database.dialect === 'sqlite') return
  const address = new URL(database.pool.options.connectionString ?? '')
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`.execute(database.db)
      return
    } catch (error) {
      // Including refused connections: the server may still be starting.
      if (!isUnavailable(error) && !(error instanceof Error && 'syscall' in error)) {
        throw refusalOf(error, address) ?? error
      }
      const reason = error instanceof Error ? error.message : String(error)
      if (attempt === attempts) {
        throw new Error(
          `PostgreSQL at ${address.host} is not responding (${reason}). Check DATABASE_URL and the server.`,
        )
      }
      log.warn({ attempt, reason }, `PostgreSQL at ${address.host} is not responding yet; trying again`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** How to fix a refused connection, by the server's code or the driver's message. */
const REFUSALS: [refusal: RegExp, advice: (address: URL) => string][] = [
  [/^28|client password must be a string/, () => 'Check user and password in DATABASE_URL.'],
  [
    /^3D000/,
    ({ pathname }) =>
      `Create the database (createdb ${decodeURIComponent(pathname.slice(1))}), or correct its name in DATABASE_URL.`,
  ],
  [/does not support SSL/, () => 'Turn on ssl there, or remove sslmode from DATABASE_URL.'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/,
    () => "Its certificate isn't trusted here: add sslrootcert=FILE to DATABASE_URL.",
  ],
]

function refusalOf(error: unknown, address: URL): Error | null {
  if (!(error instanceof Error)) return null
  const { code = '' } = error as { code?: string }
  const [, advice] = REFUSALS.find(([refusal]) => refusal.test(code) || refusal.test(error.message)) ?? []
  if (advice === undefined) return null
  return new Error(`PostgreSQL at ${address.host} refuses (${error.message}). ${advice(address)}`, {
    cause: error,
  })
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
