import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../../scripts/tools/postgres-server.ts'
import { databaseUrl, runSql } from '../../../tests/support/databases/postgres-admin.ts'
import { atEnd, scratchFolder } from './clean-up.ts'
import type { Outcome } from './outcome.ts'
import type { Settings } from './product.ts'

/** Where instances of one type of database store their data. */
export interface Stores {
  dialect: 'SQLite' | 'PostgreSQL'
  /** Space for another instance: empty, or with a copy of another one's data, which must be stopped. */
  create: (like?: Settings) => Promise<Settings>
  remove: (settings: Settings) => Promise<void>
}

/** Both types, for a drill that needs them at once. */
export async function bothStores(): Promise<{ sqlite: Stores; postgres: Stores }> {
  const server = await startPostgres()
  atEnd(server.stop)
  return { sqlite: sqliteStores, postgres: postgresStores(server.url) }
}

/** Runs the drill on both; an error of one is a failure of its row. */
export async function onBoth(drill: (stores: Stores) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes = [await drillOn(sqliteStores, drill)]
  const server = await startPostgres()
  atEnd(server.stop)
  outcomes.push(await drillOn(postgresStores(server.url), drill))
  return outcomes
}

async function drillOn(stores: Stores, drill: (stores: Stores) => Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await drill(stores)
    return { ...outcome, done: `${stores.dialect}: ${outcome.done}` }
  } catch (error) {
    return { done: `${stores.dialect}: not completed`, figures: '', losses: [messageOf(error)] }
  }
}

/** Only the cause of a `fetch` error has the details. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : String(error))
    .replaceAll('\n', ' ')
    .slice(0, 600)

export const sqliteSettings = (folder: string): Settings => ({
  DATA_DIR: folder,
  DATABASE_URL: `file:${join(folder, 'foyer.db')}`,
})

const sqliteStores: Stores = {
  dialect: 'SQLite',
  async create(like) {
    const folder = await scratchFolder()
    if (like !== undefined) cpSync(like.DATA_DIR, folder, { recursive: true })
    return sqliteSettings(folder)
  },
  async remove({ DATA_DIR }) {
    rmSync(DATA_DIR, { recursive: true, force: true })
  },
}

function postgresStores(serverUrl: string): Stores {
  let number = 0
  return {
    dialect: 'PostgreSQL',
    async create(like) {
      const folder = await scratchFolder()
      const name = `drill_${number++}`
      const template = like === undefined ? '' : ` template ${new URL(like.DATABASE_URL).pathname.slice(1)}`
      await runSql(serverUrl, `create database ${name}${template}`)
      if (like !== undefined) cpSync(like.DATA_DIR, folder, { recursive: true })
      return { DATA_DIR: folder, DATABASE_URL: databaseUrl(serverUrl, name) }
    },
    async remove({ DATA_DIR, DATABASE_URL }) {
      rmSync(DATA_DIR, { recursive: true, force: true })
      await runSql(serverUrl, `drop database ${new URL(DATABASE_URL).pathname.slice(1)} with (force)`)
    },
  }
}
