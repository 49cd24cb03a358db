import { fileURLToPath } from 'node:url'
import type BetterSqlite from 'better-sqlite3'
import { type DialectAdapter, Kysely, type KyselyConfig } from 'kysely'
import type pg from 'pg'
import type { Db, Schema } from '../schema.ts'
import { cutConnections, openPostgresPool, postgresDialect } from './postgres.ts'
import { askOnPostgres, READ_OLDEST, SchemaWatch } from './schema-watch.ts'
import { openSqliteFile, sqliteDialect, watchSqlite } from './sqlite.ts'

/** An open database of either dialect; `close` ends its connections. */
export type Database =
  | {
      dialect: 'sqlite'
      db: Db
      file: BetterSqlite.Database
      schema: SchemaWatch
      cut: () => void
      close: () => Promise<void>
    }
  | {
      dialect: 'postgres'
      db: Db
      pool: pg.Pool
      /** Bypasses any pooler, for work that needs a session of its own. */
      directUrl: string
      schema: SchemaWatch
      /** Terminates running queries, which `close` would wait for. */
      cut: () => void
      close: () => Promise<void>
    }

/** Called after each query; the text contains placeholders instead of parameters. */
type QueryListener = (text: string, milliseconds: number, error?: unknown) => void

interface Options {
  /** Disables the time limits, for long-running work. */
  patient?: boolean
  /** The same database without the transaction-mode pooler in `url`. */
  directUrl?: string | null
  onQuery?: QueryListener
}

/** Keyed by the dialect's adapter, which derived query builders share. */
const opened = new WeakMap<DialectAdapter, Database>()

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url)

/** Opens `file:…` as SQLite and `postgres://…` as PostgreSQL. */
export function openDatabase(url: string, options: Options = {}): Database {
  const database = isPostgresUrl(url) ? openPostgres(url, options) : openSqlite(url, options)
  opened.set(database.db.getExecutor().adapter, database)
  return database
}

/** The open database behind a query builder, for operations other than queries, such as backups. */
export function databaseOf(db: Db): Database {
  const database = opened.get(db.getExecutor().adapter)
  if (database === undefined) throw new Error('The database was not opened by openDatabase()')
  return database
}

function openPostgres(url: string, options: Options): Database {
  const { patient, directUrl = null } = options
  const pool = openPostgresPool(url, { patient, pooled: directUrl !== null })
  const schema = new SchemaWatch(async () => (await pool.query(READ_OLDEST)).rows[0]?.oldest_program ?? '')
  pool.on('connect', (client) => askOnPostgres(client, schema))
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool), ...logTo(options) })
  return {
    dialect: 'postgres',
    db,
    pool,
    directUrl: directUrl ?? url,
    schema,
    cut: () => cutConnections(pool),
    close: () => end(db, schema),
  }
}

function openSqlite(url: string, options: Options): Database {
  const file = openSqliteFile(sqlitePath(url))
  const schema = watchSqlite(file)
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file, schema), ...logTo(options) })
  return { dialect: 'sqlite', db, file, schema, cut: () => {}, close: () => end(db, schema) }
}

async function end(db: Db, schema: SchemaWatch): Promise<void> {
  schema.stop()
  await db.destroy()
}

/** Without a listener, Kysely doesn't measure queries. */
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
