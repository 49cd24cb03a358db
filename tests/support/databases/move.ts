import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase, sqlitePath } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { moveDatabase } from '#server/base/db/move/move.ts'
import type { Db } from '#server/base/db/schema.ts'
import { createTestDatabase } from './database.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

export const DIALECTS = ['sqlite', 'postgres'] as const

/** A character that PostgreSQL can't store. */
export const NUL = String.fromCharCode(0)

/** The URL of an empty database without tables, of either type; only if PostgreSQL is tested. */
export async function emptyUrl(dialect: Database['dialect'], options = ''): Promise<string> {
  const test = inject('testDatabase')
  if (test.dialect !== 'postgres') throw new Error('There is no PostgreSQL here.')
  if (dialect === 'sqlite') return `file:${join(test.folder, `${randomUUID()}.db`)}`
  const name = `move_${randomUUID().replaceAll('-', '')}`
  await runSql(test.url, `create database ${name} ${options}`)
  onTestFinished(() => runSql(test.url, `drop database ${name} with (force)`))
  return databaseUrl(test.url, name)
}

/** Opens it until the test ends. */
export function openUntilDone(url: string): Database {
  const database = openDatabase(url, { patient: true })
  onTestFinished(() => database.close())
  return database
}

/** A database without tables. */
export const openEmpty = async (dialect: Database['dialect']): Promise<Database> =>
  openUntilDone(await emptyUrl(dialect))

let migratedFile: Promise<string> | null = null

async function migrateFile(): Promise<string> {
  const url = await emptyUrl('sqlite')
  const database = openDatabase(url)
  await migrateToLatest(database.db)
  await database.close()
  return sqlitePath(url)
}

/** A database with the tables of this version. */
export async function openMigrated(dialect: Database['dialect']): Promise<Database> {
  if (dialect === 'postgres') return createTestDatabase()
  migratedFile ??= migrateFile()
  const url = await emptyUrl('sqlite')
  copyFileSync(await migratedFile, sqlitePath(url))
  return openUntilDone(url)
}

/** Its connection URL. */
export const urlOf = (database: Database): string =>
  database.dialect === 'sqlite'
    ? `file:${database.file.name}`
    : (database.pool.options.connectionString ?? '')

export const otherThan = (dialect: Database['dialect']): Database['dialect'] =>
  dialect === 'sqlite' ? 'postgres' : 'sqlite'

/**
 * Objects attached to tables, by name: indexes, triggers and, on PostgreSQL, constraints and enabled
 * triggers.
 */
export async function partsOf({ db, dialect }: Database): Promise<string[]> {
  const { rows } = await (dialect === 'sqlite'
    ? sql<{ part: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as part from sqlite_master
        where name not like 'sqlite_stat%'`
    : sql<{ part: string }>`
        select pg_get_indexdef(indexrelid) as part from pg_index
          where indrelid::regclass::text not like 'pg_%'
        union all select conname || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal`
  ).execute(db)
  return rows.map(({ part }) => part).sort()
}

/** A row of the table with the fewest constraints. */
export const addChange = (db: Db) =>
  db
    .insertInto('changes')
    .values({
      agency_id: null,
      domains: 'tasks',
      project_id: null,
      client_id: null,
      user_id: null,
      created_at: '2026-03-04T10:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const moveSilently = (source: Database, target: Database) =>
  moveDatabase({ source, target, report: () => {} })
