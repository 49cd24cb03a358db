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
  return new pg.Pool({ connectionString: url, max: 10, types })
}

export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool })
