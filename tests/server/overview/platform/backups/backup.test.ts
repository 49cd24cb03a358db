import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { migrations } from '#migrations/index.ts'
import { upgradeDatabase } from '#server/base/adapters/backups/database-upgrade.ts'
import { restorePostgres } from '#server/base/adapters/backups/postgres-tools.ts'
import { openDatabase, sqlitePath } from '#server/base/db/engines/connection.ts'
import type { Db } from '#server/base/db/schema.ts'
import { createBackup } from '#server/overview/platform/backups/commands/create-backup.ts'
import {
  beginRestore,
  finishRestore,
  isRestorePending,
} from '#server/overview/platform/backups/commands/finish-restore.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { backupFolder, listBackups } from '#server/overview/platform/backups/queries/backups.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createOwnDatabase } from '#tests/support/databases/database.ts'
import { databaseUrl as urlOf } from '#tests/support/databases/postgres-admin.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld } from '#tests/support/world.ts'

/** A folder on another disk than the data folders; null if there is none. */
const OTHER_DISK =
  ['/dev/shm', '/tmp'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev) ??
  null

const MB = 1024 * 1024

async function setUp(backupKey: string | null = null) {
  const database = await createOwnDatabase()
  const world = await createWorld(database.db)
  const dataDir = temporaryFolder()
  const services = testServices(database.db, { config: { dataDir, backupKey } })
  const archive = async () => {
    const backup = await createBackup(ctxFor(services, null, TEST_NOW), 'manual')
    return { backup, path: join(backupFolder(services.config), backup.name) }
  }
  return { db: database.db, world, services, dataDir, archive }
}

const clientNames = async (db: Db) =>
  (await db.selectFrom('clients').select('name').orderBy('name').execute()).map((row) => row.name)

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('on SQLite', () => {
  const restoreInto = async (path: string, backupKey: string | null = null) => {
    const dataDir = temporaryFolder()
    const databaseUrl = `file:${join(dataDir, 'foyer.db')}`
    const result = await restoreBackup({ dataDir, databaseUrl, backupKey }, path, TEST_NOW)
    return { result, dataDir, databaseUrl }
  }
  const open = (url: string) => {
    const database = openDatabase(url)
    onTestFinished(() => database.close())
    return database
  }

  test('a backup under write load restores every write acknowledged before it', async () => {
    const { db, world, archive } = await setUp()
    const owner = callerAs(db, world.home.owner)
    const acknowledged: string[] = []
    let writing = true
    const load = (async () => {
      for (let count = 0; writing; count++) {
        const name = `Client ${String(count).padStart(4, '0')}`
        await owner.clients.save({ name, email: `c${count}@example.test` })
        acknowledged.push(name)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    while (acknowledged.length < 20) await new Promise((resolve) => setImmediate(resolve))
    const before = [...acknowledged]
    const { path } = await archive()
    writing = false
    await load
    expect(acknowledged.length).toBeGreaterThan(before.length)

    const { databaseUrl } = await restoreInto(path)
    const restored = open(databaseUrl)
    if (restored.dialect === 'sqlite') {
      expect(restored.file.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(restored.file.pragma('foreign_key_check')).toEqual([])
    }
    expect(await clientNames(restored.db)).toEqual(expect.arrayContaining(before))
  })

  test('files and the key are restored with the database', async () => {
    const { dataDir, archive } = await setUp()
    const key = 'ab'.repeat(24)
    await mkdir(join(dataDir, 'files', 'ab'), { recursive: true })
    writeFileSync(join(dataDir, 'files', 'ab', key), 'a drawing')
    writeFileSync(join(dataDir, 'instance.key'), 'the key')
    const { path } = await archive()
    const { result, dataDir: target } = await restoreInto(path)
    expect(result).toEqual({
      ...{ archive: path, files: 1, replaced: null },
      ...{ missing: [], damaged: [], damagedCount: 0 },
    })
    expect(readFileSync(join(target, 'files', 'ab', key), 'utf8')).toBe('a drawing')
    expect(readFileSync(join(target, 'instance.key'), 'utf8')).toBe('the key')
  })

  test.skipIf(OTHER_DISK === null)('files are restored to another disk', async () => {
    const { dataDir, archive } = await setUp()
    const key = 'ab'.repeat(24)
    mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true })
    writeFileSync(join(dataDir, 'files', 'ab', key), 'a drawing')
    const { path } = await archive()
    const [target, uploads] = [temporaryFolder(), temporaryFolder(OTHER_DISK ?? '')]
    symlinkSync(uploads, join(target, 'files'))
    const databaseUrl = `file:${join(target, 'foyer.db')}`
    const restored = await restoreBackup({ dataDir: target, databaseUrl, backupKey: null }, path, TEST_NOW)
    expect(restored).toMatchObject({ files: 1, missing: [] })
    expect(readFileSync(join(uploads, 'ab', key), 'utf8')).toBe('a drawing')
    expect(readdirSync(target).filter((name) => name.startsWith('restor'))).toEqual([])
    expect(readdirSync(join(uploads, 'receiving'))).toEqual([])
  })

  test.skipIf(OTHER_DISK === null)('uploads on another disk need room there only', async () => {
    const { dataDir, archive } = await setUp()
    const key = 'ab'.repeat(24)
    mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true })
    writeFileSync(join(dataDir, 'files', 'ab', key), Buffer.alloc(20 * MB))
    const { path } = await archive()
    const free = { data: 16 * MB, uploads: 64 * MB }
    const [target, uploads] = [temporaryFolder(), temporaryFolder(OTHER_DISK ?? '')]
    symlinkSync(uploads, join(target, 'files'))
    const fs = process.getBuiltinModule('node:fs/promises')
    vi.spyOn(fs, 'statfs').mockImplementation(async (place) => {
      const isUploads = statSync(place).dev === statSync(uploads).dev
      return { bavail: isUploads ? free.uploads : free.data, bsize: 1 } as never
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })
    const config = { dataDir: target, databaseUrl: `file:${join(target, 'foyer.db')}`, backupKey: null }
    expect(await restoreBackup(config, path, TEST_NOW)).toMatchObject({ files: 1, missing: [] })
    expect(readdirSync(join(uploads, 'ab'))).toEqual([key])
    free.uploads = 8 * MB
    await expect(restoreBackup(config, path, TEST_NOW)).rejects.toThrow('needs 20 MB, but only 8 MB is free')
    expect(readdirSync(join(uploads, 'receiving'))).toEqual([])
  })

  test('an interrupted restore waits for the disk with the unpacked uploads', async () => {
    const dataDir = temporaryFolder()
    const config = { dataDir, databaseUrl: `file:${join(dataDir, 'foyer.db')}`, backupKey: null }
    mkdirSync(join(dataDir, 'restore-a'))
    await beginRestore(config, {
      scratch: 'restore-a',
      uploads: 'files/receiving/restore-a',
      names: ['database.db', `files/ab/${'ab'.repeat(24)}`],
      stamp: 'now',
    })
    await expect(finishRestore(config)).rejects.toThrow('is its disk mounted?')
    expect(isRestorePending(dataDir)).toBe(true)
  })

  test('a database of a newer version is refused', async () => {
    const { db, archive } = await setUp()
    await addLaterMigration(db)
    const { path } = await archive()
    await expect(restoreInto(path)).rejects.toThrow(
      'The backup was made by a newer version (it has 9999-later).',
    )
  })

  test('the replaced database is preserved, and restoring it goes back', async () => {
    const { db, world, archive } = await setUp()
    const { path } = await archive()
    const { dataDir, databaseUrl } = await restoreInto(path)
    const config = { dataDir, databaseUrl, backupKey: null }
    const live = openDatabase(databaseUrl)
    await callerAs(live.db, world.home.owner).clients.save({ name: 'Later', email: 'later@example.test' })
    await expect(restoreBackup(config, path, TEST_NOW)).rejects.toThrow('The server is running')
    await live.close()
    const { replaced } = await restoreBackup(config, path, TEST_NOW)
    expect(await clientNames(open(databaseUrl).db)).toEqual(await clientNames(db))
    const elsewhere = await restoreInto(replaced ?? '')
    expect(await clientNames(open(elsewhere.databaseUrl).db)).toContain('Later')
  })

  test('with a passphrase it is encrypted: no other opens it, and changed bytes are detected', async () => {
    const { archive } = await setUp('a long passphrase')
    const { backup, path } = await archive()
    expect(backup).toMatchObject({ encrypted: true, name: 'manual-2026-03-04T10-00-00Z.zip.enc' })
    expect(readFileSync(path).includes('SQLite format')).toBe(false)
    await expect(restoreInto(path)).rejects.toThrow('set BACKUP_KEY')
    await expect(restoreInto(path, 'another one')).rejects.toThrow('damaged, or BACKUP_KEY')
    const { databaseUrl } = await restoreInto(path, 'a long passphrase')
    expect(await clientNames(open(databaseUrl).db)).toContain('Home Client')
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
    writeFileSync(path, bytes)
    await expect(restoreInto(path, 'a long passphrase')).rejects.toThrow('damaged')
  })

  test("a file that isn't a backup is rejected and changes nothing", async () => {
    const { dataDir } = await setUp()
    const file = join(dataDir, 'letter.db')
    writeFileSync(file, 'Dear Sir')
    const target = temporaryFolder()
    const databaseUrl = `file:${join(target, 'foyer.db')}`
    await expect(
      restoreBackup({ dataDir: target, databaseUrl, backupKey: null }, file, TEST_NOW),
    ).rejects.toThrow()
    expect(() => readFileSync(sqlitePath(databaseUrl))).toThrow()
  })
})

describe.skipIf(inject('testDatabase').dialect !== 'postgres' || !hasTool('pg_dump'))('on PostgreSQL', () => {
  async function setUpServer() {
    const setup = await setUp()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(setup.db)
    const server = inject('testDatabase')
    if (server.dialect !== 'postgres') throw new Error('not on PostgreSQL')
    const databaseUrl = urlOf(server.url, rows[0]?.name ?? '')
    setup.services.config.databaseUrl = databaseUrl
    const restore = (path: string) =>
      restoreBackup({ dataDir: setup.dataDir, databaseUrl, backupKey: null }, path, TEST_NOW)
    /** The database's contents once the server has stopped. */
    const names = async () => {
      const database = openDatabase(databaseUrl)
      return clientNames(database.db).finally(() => database.close())
    }
    return { ...setup, databaseUrl, restore, names }
  }

  test('a dump restores over later writes and unknown tables', async () => {
    const { db, world, archive, restore, names } = await setUpServer()
    const { path } = await archive()
    const before = await clientNames(db)
    await callerAs(db, world.home.owner).clients.save({ name: 'Later', email: 'later@example.test' })
    await sql`create table of_a_later_version (user_id text references users (id))`.execute(db)
    await expect(restore(path)).rejects.toThrow(
      'Other connections are using the database. Stop the portal first',
    )
    expect(await clientNames(db)).toContain('Later')
    await db.destroy()

    const { replaced } = await restore(path)
    expect(await names()).toEqual(before)
    await restore(replaced ?? '')
    expect(await names()).toContain('Later')
  })

  test('a dump of a newer version is refused, and leaves everything unchanged', async () => {
    const { db, dataDir, archive, restore, names } = await setUpServer()
    const before = await clientNames(db)
    await addLaterMigration(db)
    const { path } = await archive()
    await sql`delete from kysely_migration where name = '9999-later'`.execute(db)
    await db.destroy()
    await expect(restore(path)).rejects.toThrow('The backup was made by a newer version (it has 9999-later).')
    expect(isRestorePending(dataDir)).toBe(false)
    expect(await names()).toEqual(before)
  })

  test('an unreadable dump leaves everything unchanged', async () => {
    const { db, dataDir, databaseUrl, names } = await setUpServer()
    const before = await clientNames(db)
    await db.destroy()
    const file = join(dataDir, 'bad.dump')
    writeFileSync(file, 'PGDMP and nothing more')
    await expect(restorePostgres(databaseUrl, file)).rejects.toThrow(/pg_restore failed/)
    expect(await names()).toEqual(before)
  })

  test('before an upgrade the database is dumped once, and the restore command goes back to it', async () => {
    const { db, dataDir, databaseUrl, restore } = await setUpServer()
    await toEarlierVersion(db)
    await db.destroy()
    const names = async () => {
      const database = openDatabase(databaseUrl)
      const { rows } = await sql<{ email: string }>`select email from users`
        .execute(database.db)
        .finally(() => database.close())
      return rows.map((row) => row.email)
    }
    const start = async () => {
      const database = openDatabase(databaseUrl)
      await upgradeDatabase(database, {
        dataDir,
        databaseUrl,
        log: pino({ level: 'silent' }),
        now: TEST_NOW,
      }).finally(() => database.close())
    }
    await Promise.all([start(), start(), start()])
    const dumps = readdirSync(join(dataDir, 'backups'))
    expect(dumps).toEqual(['before-0011-cards-refunds-2026-03-04T10-00-00Z.dump'])
    const path = join(dataDir, 'backups', dumps[0] ?? '')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await listBackups({ dataDir })).toMatchObject([{ kind: 'before-upgrade' }])

    await restore(path)
    expect(await names()).toEqual(['kept@example.test'])
    await start()
    expect(await names()).toEqual(['kept@example.test'])
  })

  test('without pg_dump the upgrade proceeds and logs that there is no backup', async () => {
    const { db, dataDir, databaseUrl } = await setUpServer()
    await toEarlierVersion(db)
    await db.destroy()
    const { PATH } = process.env
    process.env.PATH = dataDir
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
    const database = openDatabase(databaseUrl)
    await upgradeDatabase(database, { dataDir, databaseUrl, log, now: TEST_NOW }).finally(() =>
      database.close(),
    )
    expect(lines.join()).toContain('no backup before the upgrade')
    expect(readdirSync(dataDir)).toEqual([])
  })
})

const addLaterMigration = (db: Db) =>
  sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(db)

/** Empties the database and gives it an earlier version's schema with one account. */
async function toEarlierVersion(db: Db): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo('0010-platform')
  if (error !== undefined) throw error
  await sql`insert into users (id, email, password_hash, created_at) values ('1', 'kept@example.test', 'x', '2026')`.execute(
    db,
  )
}

function hasTool(name: string): boolean {
  return spawnSync(name, ['--version']).status === 0
}
