import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase, sqlitePath } from '#server/db/connection.ts'
import { migrateToLatest } from '#server/db/migrator.ts'
import { moveDatabase } from '#server/db/move/move.ts'
import { createTestDatabase } from './database.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

/** The address of an empty database, without tables, of either kind; only where PostgreSQL is under test. */
export async function emptyUrl(dialect: Database['dialect']): Promise<string> {
  const test = inject('testDatabase')
  if (test.dialect !== 'postgres') throw new Error('There is no PostgreSQL here.')
  if (dialect === 'sqlite') return `file:${join(test.folder, `${randomUUID()}.db`)}`
  const name = `move_${randomUUID().replaceAll('-', '')}`
  await runSql(test.url, `create database ${name}`)
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

/** One with the tables of this version. */
export async function openMigrated(dialect: Database['dialect']): Promise<Database> {
  if (dialect === 'postgres') return createTestDatabase()
  migratedFile ??= migrateFile()
  const url = await emptyUrl('sqlite')
  copyFileSync(await migratedFile, sqlitePath(url))
  return openUntilDone(url)
}

/** The address it can be opened by. */
export const urlOf = (database: Database): string =>
  database.dialect === 'sqlite'
    ? `file:${database.file.name}`
    : (database.pool.options.connectionString ?? '')

export const otherThan = (dialect: Database['dialect']): Database['dialect'] =>
  dialect === 'sqlite' ? 'postgres' : 'sqlite'

export const moveQuietly = (source: Database, target: Database) =>
  moveDatabase({ source, target, report: () => {} })
