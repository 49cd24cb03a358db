import { fileURLToPath } from 'node:url'
import type BetterSqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type pg from 'pg'
import { openPostgresPool, postgresDialect } from './postgres.ts'
import type { Db, Schema } from './schema.ts'
import { openSqliteFile, sqliteDialect } from './sqlite.ts'

/** An open database of either dialect; `close` ends its connections. */
export type Database =
  | { dialect: 'sqlite'; db: Db; file: BetterSqlite.Database; close: () => Promise<void> }
  | { dialect: 'postgres'; db: Db; pool: pg.Pool; close: () => Promise<void> }

const opened = new WeakMap<Db, Database>()

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url)

/** Opens `file:…` as SQLite and `postgres://…` as PostgreSQL; `patient` is for work that may take long. */
export function openDatabase(url: string, options: { patient?: boolean } = {}): Database {
  const database = isPostgresUrl(url) ? openPostgres(url, options) : openSqlite(url)
  opened.set(database.db, database)
  return database
}

/** The open database behind a query builder, for what goes beyond queries: backups. */
export function databaseOf(db: Db): Database {
  const database = opened.get(db)
  if (database === undefined) throw new Error('This is no database opened by openDatabase()')
  return database
}

function openPostgres(url: string, options: { patient?: boolean }): Database {
  const pool = openPostgresPool(url, options)
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  return { dialect: 'postgres', db, pool, close: () => db.destroy() }
}

function openSqlite(url: string): Database {
  const file = openSqliteFile(sqlitePath(url))
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file) })
  return { dialect: 'sqlite', db, file, close: () => db.destroy() }
}

/** `file:relative.db`, `file:///absolute.db`, `file::memory:` or a bare path. */
export function sqlitePath(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return url.startsWith('file:') ? url.slice('file:'.length) : url
}
