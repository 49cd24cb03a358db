import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './connection.ts'
import { isUnavailable } from './dialect.ts'

const WAIT_MS = 40_000
const PAUSE_MS = 2000

/** Waits for PostgreSQL to start, and logs each failed attempt; after `waitMs`, throws a readable error. */
export async function waitForDatabase(
  database: Database,
  log: Logger,
  { waitMs = WAIT_MS, pauseMs = PAUSE_MS, setting = 'DATABASE_URL' } = {},
): Promise<void> {
  if (database.dialect === 'sqlite') return
  const address = addressOf(database.pool.options.connectionString)
  const last = performance.now() + waitMs
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`.execute(database.db)
      return
    } catch (error) {
      const refusal = refusalOf(error, address, setting)
      if (refusal !== null) throw refusal
      // Including refused connections: the server may still be starting.
      if (!isUnavailable(error) && !(error instanceof Error && 'syscall' in error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (performance.now() >= last) {
        throw new Error(
          `PostgreSQL at ${address.server} is not responding (${reason}). Check ${setting} and the server.`,
        )
      }
      log.warn({ attempt, reason }, `PostgreSQL at ${address.server} is not responding yet; trying again`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

interface Address {
  /** Host and port, or the folder of a socket. */
  server: string
  name: string
}

/** As parsed by the driver, which accepts more forms than URLs. */
export function addressOf(connectionString: string | undefined): Address {
  const { host, port, database = '' } = new pg.Client({ connectionString })
  return { server: host.startsWith('/') ? host : `${host}:${port}`, name: database }
}

/** How to fix a refused connection, by the server's code or the driver's message. */
const REFUSALS: [refusal: RegExp, advice: (setting: string, address: Address) => string][] = [
  [/^28|client password must be a string/, (setting) => `Check the user and password in ${setting}.`],
  [
    /^3D000/,
    (setting, { name }) => `Create the database (createdb ${name}), or correct its name in ${setting}.`,
  ],
  [
    /unsupported startup parameter/,
    () => 'This is a pooler: set DATABASE_DIRECT_URL to the server’s own address (docs/scaling.md).',
  ],
  [/does not support SSL/, (setting) => `Turn on ssl there, or remove sslmode from ${setting}.`],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/,
    (setting) => `Its certificate isn’t trusted here: add sslrootcert=FILE to ${setting}.`,
  ],
]

function refusalOf(error: unknown, address: Address, setting: string): Error | null {
  if (!(error instanceof Error)) return null
  const { code = '' } = error as { code?: string }
  const [, advice] = REFUSALS.find(([refusal]) => refusal.test(code) || refusal.test(error.message)) ?? []
  if (advice === undefined) return null
  return new Error(
    `PostgreSQL at ${address.server} refused the connection (${error.message}). ${advice(setting, address)}`,
    {
      cause: error,
    },
  )
}

/** Throws for a new database with another encoding, which can't have all tables; the server's own error is obscure. */
export async function requireUtf8({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  if (dialect === 'sqlite') return
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The database’s encoding is ${encoding}. Create one with UTF8: createdb -E UTF8 -T template0 NAME`,
  )
}

/**
 * Throws if an upgrade would create tables in another schema than that of the portal: backups, and queries of the
 * catalog, are of one schema.
 */
export async function requireOneSchema({ db, dialect }: Pick<Database, 'db' | 'dialect'>): Promise<void> {
  if (dialect === 'sqlite') return
  const { rows } = await sql<{ portal: string; first: string }>`
    select nspname as portal, current_schema() as first
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = to_regclass('kysely_migration')`.execute(db)
  const [schemas] = rows
  if (schemas === undefined || schemas.portal === schemas.first) return
  const { portal, first } = schemas
  throw new Error(
    `The portal’s tables are in the schema ${portal}, but the connection’s search path begins with ${first}, where ` +
      `backups would miss new tables. Run "alter role NAME set search_path = ${portal}" with the portal’s role, after ` +
      `moving tables of the portal that an upgrade created in ${first}: "alter table ${first}.NAME set schema ${portal}".`,
  )
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
