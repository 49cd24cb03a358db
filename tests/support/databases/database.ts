import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/base/db/engines/connection.ts'
import { databaseUrl } from './postgres-admin.ts'
import {
  createCopy,
  dropCopy,
  giveBack,
  shareSessions,
  type TestServer,
  takeCopy,
} from './postgres-copies.ts'

/** A fresh, migrated, empty database of the tested dialect; closed when the test ends. */
export async function createTestDatabase(): Promise<Database> {
  const { database, close } = await openTestDatabase()
  onTestFinished(close)
  return database
}

/** The same, never shared with other tests: for tests that restore the database or inspect its connections. */
export async function createOwnDatabase(): Promise<Database> {
  const { database, close } = await openOwn()
  onTestFinished(close)
  return database
}

interface OpenDatabase {
  database: Database
  close: () => Promise<void>
}

/** The same for multiple read-only tests of a file: return `close` from `beforeAll`. */
export function openTestDatabase(template?: string): Promise<OpenDatabase> {
  const test = inject('testDatabase')
  return test.dialect === 'postgres' && template === undefined ? openShared(test) : openOwn(template)
}

async function openOwn(template?: string): Promise<OpenDatabase> {
  const { url, dispose } = await copyTemplate(template)
  return opened(openDatabase(url), dispose)
}

async function openShared(server: TestServer): Promise<OpenDatabase> {
  const copy = await takeCopy(server)
  const database = openDatabase(copy.url)
  shareSessions(database, copy)
  return opened(database, () => giveBack(server, copy))
}

const opened = (database: Database, dispose: () => Promise<void>): OpenDatabase => ({
  database,
  close: async () => {
    await database.close()
    await dispose()
  },
})

/** The file or database itself, which other processes can open; `template` replaces the empty one. */
export async function copyTemplate(
  template?: string,
): Promise<{ url: string; name: string; dispose: () => Promise<void> }> {
  const test = inject('testDatabase')
  if (test.dialect === 'sqlite') {
    const name = join(test.folder, `${randomUUID()}.db`)
    copyFileSync(template ?? test.template, name)
    const dispose = async () => {
      for (const ending of ['', '-wal', '-shm']) rmSync(name + ending, { force: true })
    }
    return { url: `file:${name}`, name, dispose }
  }
  const name = await createCopy(test, template)
  return {
    url: databaseUrl(test.url, name),
    name,
    dispose: () => dropCopy(test, name),
  }
}
