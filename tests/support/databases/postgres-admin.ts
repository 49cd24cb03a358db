import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/base/db/schema.ts'

/** The same server's URL with another database name. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement outside any transaction, on its own connection. */
export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Whether another connection to this database is executing a statement that starts with this text. */
export const isRunning = (db: Db, statement: string): Promise<boolean> =>
  anyOther(db, sql`state = 'active' and query like ${`${statement}%`}`)

/** Whether another connection to this database waits for a lock. */
export const isBlocked = (db: Db): Promise<boolean> => anyOther(db, sql`wait_event_type = 'Lock'`)

/** Whether anyone else is connected to this database. */
export const hasOthers = (db: Db): Promise<boolean> => anyOther(db, sql`true`)

async function anyOther(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${condition}`.execute(db)
  return rows.length > 0
}
