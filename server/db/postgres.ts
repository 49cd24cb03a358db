import { PostgresDialect } from 'kysely'
import pg from 'pg'

import { UNANSWERED } from './dialect.ts'

const INT8 = 20
const NUMERIC = 1700

/** Counts and sums come back as numbers, as they do from SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const SECOND_MS = 1000

/**
 * Below a request's own time limit, so that each gets its answer and no connection is kept by work nobody
 * waits for. The last one is the client's, for a server that says nothing at all.
 */
const LIMITS: pg.PoolConfig = {
  connectionTimeoutMillis: 5 * SECOND_MS,
  lock_timeout: 10 * SECOND_MS,
  statement_timeout: 25 * SECOND_MS,
  idle_in_transaction_session_timeout: 30 * SECOND_MS,
  query_timeout: 28 * SECOND_MS,
}
/** A pooler's sessions are shared: it sets their limits itself, and refuses those of one of its callers. */
const POOLED: pg.PoolConfig = {
  connectionTimeoutMillis: LIMITS.connectionTimeoutMillis,
  query_timeout: LIMITS.query_timeout,
}
/** An upgrade takes as long as it takes, but a server that is not there must be noticed. */
const PATIENT: pg.PoolConfig = { connectionTimeoutMillis: 5 * SECOND_MS }

/** `pooled` where the address leads through a pooler that lends its connections by transaction. */
export function openPostgresPool(url: string, { patient = false, pooled = false } = {}): pg.Pool {
  const limits = pooled ? POOLED : LIMITS
  const pool = new pg.Pool({ connectionString: url, max: 10, types, ...(patient ? PATIENT : limits) })
  // An idle connection may be lost; the pool has dropped it by now and opens another. Unheard, it would end the process.
  pool.on('error', () => {})
  // One lost in the middle of its work fails its query, or the next one; the pool listens to idle ones alone.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', dropWhenUnanswered)
  dropWhenReadOnly(pool)
  return pool
}

/** What the driver's client has inside. */
interface Inner {
  _queryable: boolean
  connection: { stream: { destroy: () => void } }
}

/** Calls back with what fails of the connection's queries. */
function onFailure(client: pg.PoolClient, heard: (error: Error & { code?: string }) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]) => {
    const answer = query(...args)
    if (answer instanceof Promise) answer.catch(heard)
    return answer
  }
  client.query = watched as typeof client.query
}

/** What an unanswered connection says later belongs to nobody: the pool opens another. */
function dropWhenUnanswered(client: pg.PoolClient): void {
  onFailure(client, (error) => {
    if (error.message !== UNANSWERED) return
    const inner = client as unknown as Inner
    // At once, so that the pool doesn't hand it to the next query.
    inner._queryable = false
    inner.connection.stream.destroy()
  })
}

/** A primary that was demoted refuses every write of the connections it kept: a new one leads to its successor. */
function dropWhenReadOnly(pool: pg.Pool): void {
  const refused = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) =>
    onFailure(client, ({ code }) => {
      if (code === READ_ONLY) refused.add(client)
    }),
  )
  // Only now: the transaction it is amid is still to be rolled back.
  pool.on('release', (_error, client) => {
    if (refused.has(client)) (client as unknown as Inner)._queryable = false
  })
}

const READ_ONLY = '25006'

export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool })
