import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { backupSqlite } from '#server/base/adapters/backups/database-backup.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

test('a backup during a transaction contains none of its changes', async () => {
  const database = await createTestDatabase()
  // PostgreSQL dumps over a separate connection.
  if (database.dialect !== 'sqlite') return
  const folder = temporaryFolder()
  const path = await database.db.transaction().execute(async (trx) => {
    await sql`delete from plans`.execute(trx)
    return backupSqlite(database.file, folder, 'amid')
  })
  const copy = new BetterSqlite(path, { readonly: true })
  onTestFinished(() => void copy.close())
  expect(copy.prepare('select count(*) as count from plans').get()).not.toEqual({ count: 0 })
  expect(copy.prepare('select count(*) as count from agencies').get()).toEqual({ count: 0 })
})
