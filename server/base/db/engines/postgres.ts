import { PostgresDialect } from 'kysely'
import pg from 'pg'

import { UNANSWERED } from './dialect.ts'

const INT8 = 20
const NUMERIC = 1700

/** Return counts and sums as numbers, as SQLite does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const SECOND_MS = 1000

/**
 * Shorter than a request's own time limit, so that no connection is busy with abandoned work. The last one is
 * enforced by the client, in case the server doesn't respond at all.
 */
const LIMITS: pg.PoolConfig = {
  connectionTimeoutMillis: 5 * SECOND_MS,
  lock_timeout: 10 * SECOND_MS,
  statement_timeout: 25 * SECOND_MS,
  idle_in_transaction_session_timeout: 30 * SECOND_MS,
  query_timeout: 28 * SECOND_MS,
}
/** A pooler's sessions are shared: it configures their limits itself and rejects limits set by clients. */
const POOLED: pg.PoolConfig = {
  connectionTimeoutMillis: LIMITS.connectionTimeoutMillis,
  query_timeout: LIMITS.query_timeout,
}
/** Load balancers drop connections that were silent for minutes, as during a long migration, and tell neither end. */
const NOTICED: pg.PoolConfig = { keepAlive: true, keepAliveInitialDelayMillis: 30 * SECOND_MS }
/** Migrations may take any time, but an unreachable server must be noticed. */
const PATIENT: pg.PoolConfig = { connectionTimeoutMillis: 5 * SECOND_MS }
/** Hosting providers set limits for the role or the database. */
const NO_LIMITS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0'

/** `pooled` if the address is that of a pooler in transaction mode. */
export function openPostgresPool(url: string, { patient = false, pooled = false } = {}): pg.Pool {
  const limits = pooled ? POOLED : LIMITS
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types,
    ...NOTICED,
    ...(patient ? PATIENT : limits),
  })
  // The pool replaces a lost idle connection by itself. Without a listener, the event would end the process.
  pool.on('error', () => {})
  // A connection lost while in use fails its query or the next one; the pool only listens to idle
  // connections.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', dropWhenUnanswered)
  dropWhenReadOnly(pool)
  if (patient) pool.on('connect', (client) => void client.query(NO_LIMITS).catch(() => {}))
  return pool
}

/** Private fields of the driver's client. */
interface DriverClient {
  _queryable: boolean
  connection: { stream: { destroy: () => void } }
}

/** Calls back with the errors of the connection's queries. */
function onFailure(client: pg.PoolClient, listener: (error: Error & { code?: string }) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]) => {
    const answer = query(...args)
    if (answer instanceof Promise) answer.catch(listener)
    return answer
  }
  client.query = watched as typeof client.query
}

/** Terminates the pool's connections, including running queries. */
export function cutConnections(pool: pg.Pool): void {
  const { _clients } = pool as unknown as { _clients: DriverClient[] }
  for (const { connection } of _clients) connection.stream.destroy()
}

/**
 * A late response would be taken for that of another query, so the connection is closed and the pool opens a
 * new one.
 */
function dropWhenUnanswered(client: pg.PoolClient): void {
  onFailure(client, (error) => {
    if (error.message !== UNANSWERED) return
    const inner = client as unknown as DriverClient
    // Immediately, so that the pool doesn't use it for the next query.
    inner._queryable = false
    inner.connection.stream.destroy()
  })
}

/** A demoted primary rejects all writes on existing connections; new ones reach its successor. */
function dropWhenReadOnly(pool: pg.Pool): void {
  const refused = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) =>
    onFailure(client, ({ code }) => {
      if (code === READ_ONLY) refused.add(client)
    }),
  )
  // Not earlier: its current transaction must still be rolled back.
  pool.on('release', (_error, client) => {
    if (refused.has(client)) (client as unknown as DriverClient)._queryable = false
  })
}

const READ_ONLY = '25006'

export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool })
