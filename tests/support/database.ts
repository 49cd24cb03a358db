import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/db/connection.ts'
import { adoptDistribution } from '#server/db/distribution/catalogue.ts'
import { databaseUrl, runSql } from './postgres-admin.ts'

/** A fresh, migrated, empty database of the dialect under test; closed when the test ends. */
export async function createTestDatabase(): Promise<Database> {
  const { database, close } = await openTestDatabase()
  onTestFinished(close)
  return database
}

/** The same for several tests of a file, which only read it: hand `close` back from `beforeAll`. */
export async function openTestDatabase(
  template?: string,
): Promise<{ database: Database; close: () => Promise<void> }> {
  const { url, dispose } = await copyTemplate(template)
  const database = await openCopy(url)
  const close = async () => {
    await database.close()
    await dispose()
  }
  return { database, close }
}

/** Opens a copy as a portal would. */
export async function openCopy(url: string, options?: Parameters<typeof openDatabase>[1]): Promise<Database> {
  const database = openDatabase(url, options)
  if (isDistributed()) await adoptDistribution(database)
  return database
}

/** Whether keys are distributed by agency here, where what speaks of the plain ones is left out. */
export function isDistributed(): boolean {
  const test = inject('testDatabase')
  return test.dialect === 'postgres' && test.distributed
}

/** The file or database itself, for other processes to open as well; `template` is another than the empty one. */
export async function copyTemplate(
  template?: string,
): Promise<{ url: string; name: string; dispose: () => Promise<void> }> {
  const test = inject('testDatabase')
  if (test.dialect === 'sqlite') {
    const name = join(test.folder, `${randomUUID()}.db`)
    copyFileSync(template ?? test.template, name)
    return { url: `file:${name}`, name, dispose: async () => {} }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runSql(test.url, `create database ${name} template ${template ?? test.template} ${test.strategy}`)
  return {
    url: databaseUrl(test.url, name),
    name,
    dispose: () => runSql(test.url, `drop database ${name} with (force)`),
  }
}
