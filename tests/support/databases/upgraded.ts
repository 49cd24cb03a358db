import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { inject } from 'vitest'
import { migrations } from '#migrations/index.ts'
import type { Db } from '#server/base/db/schema.ts'
import { emptyUrl, openUntilDone } from './move.ts'

const AT = '2026-03-01T10:00:00.000Z'

/**
 * A database as of this migration, with one agency `a` in US dollars and the given rows, upgraded to the latest
 * version.
 */
export async function upgradedFrom(migration: string, rows: (db: Db) => Promise<void>): Promise<Db> {
  const { dialect, folder } = inject('testDatabase')
  const file = `file:${join(folder, `${randomUUID()}.db`)}`
  const { db } = openUntilDone(dialect === 'sqlite' ? file : await emptyUrl('postgres'))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const done = async (result: Promise<{ error?: unknown }>) => {
    const { error } = await result
    if (error !== undefined) throw error
  }
  await done(migrator.migrateTo(migration))
  await sql`insert into users (id, email, password_hash, created_at) values ('u', 'u@example.test', '', ${AT})`.execute(
    db,
  )
  await sql`insert into agencies (id, name, owner_id, status, timezone, currency, created_at, updated_at)
    values ('a', 'Home', 'u', 'active', 'UTC', 'USD', ${AT}, ${AT})`.execute(db)
  await rows(db)
  await done(migrator.migrateToLatest())
  return db
}
