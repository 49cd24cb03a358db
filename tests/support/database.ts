import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/db/connection.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

/** A fresh, migrated, empty database of the dialect under test; closed when the test ends. */
export async function createTestDatabase(): Promise<Database> {
  const { database, close } = await openTestDatabase()
  onTestFinished(close)
  return database
}

/** The same for several tests of a file, which only read it: hand `close` back from `beforeAll`. */
export async function openTestDatabase(): Promise<{ database: Database; close: () => Promise<void> }> {
  const { url, dispose } = await copyTemplate()
  const database = openDatabase(url)
  const close = async () => {
    await database.close()
    await dispose()
  }
  return { database, close }
}

/** The file or database itself, for other processes to open as well. */
export async function copyTemplate(): Promise<{ url: string; dispose: () => Promise<void> }> {
  const test = inject('testDatabase')
  if (test.dialect === 'sqlite') {
    const path = join(test.folder, `${randomUUID()}.db`)
    copyFileSync(test.template, path)
    return { url: `file:${path}`, dispose: async () => {} }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runSql(test.url, `create database ${name} template ${test.copy}`)
  return {
    url: databaseUrl(test.url, name),
    dispose: () => runSql(test.url, `drop database ${name} with (force)`),
  }
}
