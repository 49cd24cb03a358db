import { fileURLToPath } from 'node:url'
import type BetterSqlite from 'better-sqlite3'
import { Kysely, type KyselyConfig } from 'kysely'
import type pg from 'pg'
import { ByAgency } from './distribution/plugin.ts'
import { openPostgresPool, postgresDialect } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { openSqliteFile, sqliteDialect } from './sqlite.ts'

/** An open database of either dialect; `close` ends its connections. */
export type Database =
  | { dialect: 'sqlite'; db: Db; file: BetterSqlite.Database; close: () => Promise<void> }
  | {
      dialect: 'postgres'
      db: Db
      pool: pg.Pool
      /** For what needs a session of its own: the pool's connections may be a pooler's, lent by transaction. */
      directUrl: string
      /** Set active where the keys were distributed by agency. */
      byAgency: ByAgency
      close: () => Promise<void>
    }

/** Hears of each query once it is over; its text has placeholders for the parameters. */
type QueryListener = (text: string, milliseconds: number, error?: unknown) => void

interface Options {
  /** For work that may take long. */
  patient?: boolean
  /** The same database without the pooler in transaction mode that the address leads through. */
  directUrl?: string | null
  /** Another connection's to the same data. */
  byAgency?: ByAgency
  onQuery?: QueryListener
}

const opened = new WeakMap<Db, Database>()

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url)

/** Opens `file:…` as SQLite and `postgres://…` as PostgreSQL. */
export function openDatabase(url: string, options: Options = {}): Database {
  const database = isPostgresUrl(url) ? openPostgres(url, options) : openSqlite(url, options)
  opened.set(database.db, database)
  return database
}

/** The open database behind a query builder, for what goes beyond queries: backups. */
export function databaseOf(db: Db): Database {
  const database = opened.get(db)
  if (database === undefined) throw new Error('This is no database opened by openDatabase()')
  return database
}

function openPostgres(url: string, options: Options): Database {
  const { patient, directUrl = null, byAgency = new ByAgency() } = options
  const pool = openPostgresPool(url, { patient, pooled: directUrl !== null })
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool), plugins: [byAgency], ...logTo(options) })
  return { dialect: 'postgres', db, pool, directUrl: directUrl ?? url, byAgency, close: () => db.destroy() }
}

function openSqlite(url: string, options: Options): Database {
  const file = openSqliteFile(sqlitePath(url))
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file), ...logTo(options) })
  return { dialect: 'sqlite', db, file, close: () => db.destroy() }
}

/** Without a listener the query builder measures nothing. */
const logTo = ({ onQuery }: Options): Pick<KyselyConfig, 'log'> =>
  onQuery === undefined
    ? {}
    : {
        log: (event) =>
          onQuery(
            event.query.sql,
            event.queryDurationMillis,
            event.level === 'error' ? event.error : undefined,
          ),
      }

/** `file:relative.db`, `file:///absolute.db`, `file::memory:` or a bare path. */
export function sqlitePath(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return url.startsWith('file:') ? url.slice('file:'.length) : url
}
