import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { backupSqlite, verifySqlite } from '#server/base/adapters/backups/database-backup.ts'
import { upgradeDatabase } from '#server/base/adapters/backups/database-upgrade.ts'
import { type Database, openDatabase } from '#server/base/db/engines/connection.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const NOW = new Date('2026-03-04T10:00:00.000Z')

const upgrade = (database: Database, dataDir: string) =>
  upgradeDatabase(database, { dataDir, databaseUrl: '', log: pino({ level: 'silent' }), now: NOW })

test('a database written by a newer version is rejected', async () => {
  const database = await createTestDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2026')`.execute(
    database.db,
  )
  await database.db.updateTable('schema_compatibility').set({ oldest_program: '9999-future' }).execute()
  await expect(upgrade(database, temporaryFolder())).rejects.toThrow(/newer version .*9999-future/)
})

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('on SQLite', () => {
  test('a new or up-to-date database needs no backup', async () => {
    const dataDir = temporaryFolder()
    for (const _start of ['first', 'second']) {
      const database = openDatabase(`file:${join(dataDir, 'foyer.db')}`)
      await upgrade(database, dataDir)
      await database.close()
    }
    expect(readdirSync(dataDir)).toEqual(['foyer.db'])
  })

  test('a database with data gets a valid, private backup before the upgrade', async () => {
    const dataDir = temporaryFolder()
    const database = openDatabase(`file:${join(dataDir, 'foyer.db')}`)
    onTestFinished(() => database.close())
    await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(
      database.db,
    )
    await sql`create table kysely_migration_lock (id text primary key, is_locked integer not null)`.execute(
      database.db,
    )
    await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(database.db)
    await sql`insert into kysely_migration values ('0001-foundation', '2026')`.execute(database.db)
    await sql`create table treasure (name text)`.execute(database.db)
    await sql`insert into treasure values ('kept')`.execute(database.db)

    // The rest of the schema is missing, so the upgrade itself fails; the backup must exist by then.
    await expect(upgrade(database, dataDir)).rejects.toThrow()
    const [name = ''] = readdirSync(join(dataDir, 'backups'))
    expect(name).toBe('before-0002-live-2026-03-04T10-00-00Z.db')
    const path = join(dataDir, 'backups', name)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const backup = new BetterSqlite(path)
    onTestFinished(() => void backup.close())
    expect(backup.prepare('select name from treasure').pluck().all()).toEqual(['kept'])
  })

  test("a damaged copy doesn't count as a backup", async () => {
    const dataDir = temporaryFolder()
    const path = join(dataDir, 'damaged.db')
    const file = new BetterSqlite(path)
    file.exec('create table t (a text)')
    file.exec(
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 900) insert into t select i from n',
    )
    file.close()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 4096, 4096 + 200)
    writeFileSync(path, bytes)
    await expect(verifySqlite(path)).rejects.toThrow(/damaged|malformed/)
    await expect(verifySqlite(join(dataDir, 'absent.db'))).rejects.toThrow('ENOENT')
  })

  test('a large copy is checked without blocking other work', async () => {
    const path = join(temporaryFolder(), 'large.db')
    const file = new BetterSqlite(path)
    file.pragma('synchronous = OFF')
    file.exec('create table t (a text)')
    file.exec(
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) insert into t select hex(randomblob(20)) from n',
    )
    file.exec('create index by_a on t (a)')
    file.close()
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 1)
    await verifySqlite(path)
    clearInterval(turning)
    expect(turns).toBeGreaterThan(3)
  })

  test('a failed backup leaves nothing behind', async () => {
    const dataDir = temporaryFolder()
    const file = new BetterSqlite(join(dataDir, 'gone.db'))
    file.close()
    rmSync(join(dataDir, 'gone.db'))
    await expect(backupSqlite(file, join(dataDir, 'backups'), 'never')).rejects.toThrow()
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
  })
})
