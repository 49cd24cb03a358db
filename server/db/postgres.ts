import { PostgresDialect } from 'kysely'
import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700

/** Counts and sums come back as numbers, as they do from SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export function openPostgresPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  // An idle connection may be lost; the pool has dropped it by now and opens another. Unheard, it would end the process.
  pool.on('error', () => {})
  // One lost in the middle of its work fails its query, or the next one; the pool listens to idle ones alone.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool })
