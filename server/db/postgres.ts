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
/** An upgrade takes as long as it takes, but a server that is not there must be noticed. */
const PATIENT: pg.PoolConfig = { connectionTimeoutMillis: 5 * SECOND_MS }

export function openPostgresPool(url: string, { patient = false } = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, types, ...(patient ? PATIENT : LIMITS) })
  // An idle connection may be lost; the pool has dropped it by now and opens another. Unheard, it would end the process.
  pool.on('error', () => {})
  // One lost in the middle of its work fails its query, or the next one; the pool listens to idle ones alone.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', dropWhenUnanswered)
  return pool
}

/** What the driver's client has inside. */
interface Inner {
  _queryable: boolean
  connection: { stream: { destroy: () => void } }
}

/** What an unanswered connection says later belongs to nobody: the pool opens another. */
function dropWhenUnanswered(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]) => {
    const answer = query(...args)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message !== UNANSWERED) return
        const inner = client as unknown as Inner
        // At once, so that the pool doesn't hand it to the next query.
        inner._queryable = false
        inner.connection.stream.destroy()
      })
    }
    return answer
  }
  client.query = watched as typeof client.query
}

export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool })
