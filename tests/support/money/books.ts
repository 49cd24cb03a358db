import { sql } from 'kysely'
import { isSqlite } from '#server/base/db/engines/dialect.ts'
import type { Db } from '#server/base/db/schema.ts'

const TABLES = ['ledger_entries', 'ledger_taxes', 'period_locks', 'self_bills'] as const

/**
 * Lets tests modify or delete entries, which the database otherwise refuses, as an interruption, an earlier version or
 * a person with access to the database might have done.
 */
export async function rewriteBooks<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const allow = isSqlite(db) ? await dropTriggers(db) : await disableTriggers(db)
  try {
    return await work()
  } finally {
    await allow()
  }
}

const NAMES = TABLES.flatMap((table) => [`${table}_kept`, `${table}_stay`])

async function dropTriggers(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and name in (${sql.join(NAMES)})`.execute(db)
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(db)
  return async () => {
    for (const trigger of rows) await sql.raw(trigger.sql).execute(db)
  }
}

async function disableTriggers(db: Db): Promise<() => Promise<void>> {
  const set = async (state: 'enable' | 'disable') => {
    for (const table of TABLES) {
      for (const what of ['kept', 'stay']) {
        await sql.raw(`alter table ${table} ${state} trigger ${table}_${what}`).execute(db)
      }
    }
  }
  await set('disable')
  return () => set('enable')
}
