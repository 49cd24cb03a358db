import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createAdmin } from '#scripts/operate/admin.ts'
import { backUp } from '#scripts/operate/backup.ts'
import { readConfig } from '#server/base/core/config.ts'
import { inWords } from '#server/base/core/startup/failed-start.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { inspectMigrations, migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { listBackups } from '#server/overview/platform/backups/queries/backups.ts'
import { openForCommand, openPortal } from '#server/portal.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const silent = pino({ level: 'silent' })

async function start(env: { DATA_DIR: string; DATABASE_URL?: string }) {
  const portal = await openPortal(readConfig(env), silent)
  await portal.close()
}

/** Runs the work with these environment settings. */
async function withSettings(settings: Record<string, string>, work: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  await work().finally(() => vi.unstubAllEnvs())
}

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('startup on SQLite', () => {
  test.each([
    ['the instance’s key', (dataDir: string) => writeFileSync(join(dataDir, 'instance.key'), 'a key')],
    [
      'uploaded files',
      (dataDir: string) => {
        mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true })
        writeFileSync(join(dataDir, 'files', 'ab', 'ab'.repeat(24)), 'a drawing')
      },
    ],
    [
      'the database a restore replaced',
      (dataDir: string) => writeFileSync(join(dataDir, 'foyer.db.before-restore-2026.db'), 'a database'),
    ],
  ])('creates no empty portal in a folder that has %s but no database', async (_what, leave) => {
    const dataDir = temporaryFolder()
    leave(dataDir)
    await expect(start({ DATA_DIR: dataDir })).rejects.toThrow(
      /There is no database at .*foyer\.db, but .* from a portal.\nCheck DATABASE_URL .* restore a backup/,
    )
    expect(existsSync(join(dataDir, 'foyer.db'))).toBe(false)
  })

  test('starts fresh in an empty folder, and again after an interrupted start', async () => {
    const dataDir = temporaryFolder()
    await start({ DATA_DIR: dataDir })
    await start({ DATA_DIR: dataDir })
  })

  test("names a folder that isn't writable", async () => {
    const file = join(temporaryFolder(), 'letter')
    writeFileSync(file, 'Dear Sir')
    await expect(start({ DATA_DIR: file })).rejects.toThrow(
      `The portal can’t use ${file}: a file has the same name (EEXIST). DATA_DIR can name another location.`,
    )
    await expect(
      start({ DATA_DIR: temporaryFolder(), DATABASE_URL: `file:${join(file, 'foyer.db')}` }),
    ).rejects.toThrow(`The portal can’t use ${file}`)
  })

  test.each<[string, string, (path: string) => void]>([
    [
      'foyer.db',
      'it is not a database (SQLITE_NOTADB). Check',
      (path) => writeFileSync(path, 'text '.repeat(99)),
    ],
    ['foyer.db', 'it can’t be opened (SQLITE_CANTOPEN', (path) => mkdirSync(path)],
    ['instance.key', 'it is a folder (EISDIR)', (path) => mkdirSync(path)],
    ['restoring.json', 'it is a folder (EISDIR)', (path) => mkdirSync(path)],
    ['outbox', 'its links form a loop (ELOOP)', (path) => symlinkSync('outbox', path)],
  ])('names %s if %s', async (name, reason, spoil) => {
    const dataDir = temporaryFolder()
    spoil(join(dataDir, name))
    const failure = await start({ DATA_DIR: dataDir }).catch((error: Error) => inWords(error))
    expect(failure).toContain(`The portal can’t use ${join(dataDir, name)}: ${reason}`)
  })

  test('names the file of a full disk', async () => {
    const dataDir = temporaryFolder()
    const { database, close } = await openPortal(readConfig({ DATA_DIR: dataDir }), silent)
    onTestFinished(close)
    if (database.dialect === 'sqlite') database.file.pragma('max_page_count = 1')
    const fill = sql`create table ballast as select hex(zeroblob(2000000)) as text`.execute(database.db)
    expect(await fill.catch((error: Error) => inWords(error))).toBe(
      `The portal can’t use ${join(dataDir, 'foyer.db')}: the disk is full (SQLITE_FULL). Free some space. Then start again.`,
    )
  })

  test('makes no backup of a folder without a database', async () => {
    const dataDir = temporaryFolder()
    await withSettings({ DATA_DIR: dataDir, DATABASE_URL: '' }, async () => {
      await expect(backUp()).rejects.toThrow(`There is no database at ${join(dataDir, 'foyer.db')}.`)
    })
    expect(existsSync(join(dataDir, 'foyer.db'))).toBe(false)
  })

  test('allows creating an administrator before the first start', async () => {
    const DATA_DIR = temporaryFolder()
    await withSettings({ DATA_DIR, DATABASE_URL: '', ADMIN_PASSWORD: 'quiet-harbour-7' }, () =>
      createAdmin(['create', '--email', 'ada@example.test', '--name', 'Ada']),
    )
    await start({ DATA_DIR })
  })

  test('creates no portal for a command that needs an existing one', async () => {
    const DATA_DIR = temporaryFolder()
    await withSettings({ DATA_DIR, DATABASE_URL: '' }, async () => {
      await expect(createAdmin(['reset-two-factor', 'ada@example.test'])).rejects.toThrow(
        `There is no database at ${join(DATA_DIR, 'foyer.db')}.`,
      )
    })
    expect(existsSync(join(DATA_DIR, 'foyer.db'))).toBe(false)
  })

  test('rejects writes if the database file is moved away while running', async () => {
    const dataDir = temporaryFolder()
    const portal = await openPortal(readConfig({ DATA_DIR: dataDir }), silent)
    onTestFinished(() => portal.close())
    const { db } = portal.database
    const write = () => sql`update platform_settings set name = 'Elsewhere'`.execute(db)
    await write()
    renameSync(join(dataDir, 'foyer.db'), join(dataDir, 'away.db'))
    await expect(write()).rejects.toThrow(/foyer.db was deleted or replaced while the server runs/)
    await expect(db.transaction().execute(async () => {})).rejects.toThrow('deleted or replaced')
    writeFileSync(join(dataDir, 'foyer.db'), 'another')
    await expect(write()).rejects.toThrow('deleted or replaced')
    expect((await sql`select name from platform_settings`.execute(db)).rows).toHaveLength(1)
    rmSync(join(dataDir, 'foyer.db'))
    renameSync(join(dataDir, 'away.db'), join(dataDir, 'foyer.db'))
    await write()
  })

  test('rejects a transaction whose file is moved away before it commits', async () => {
    const dataDir = temporaryFolder()
    const portal = await openPortal(readConfig({ DATA_DIR: dataDir }), silent)
    onTestFinished(() => portal.close())
    const { db } = portal.database
    const begun = db.transaction().execute(async (trx) => {
      await sql`update platform_settings set name = 'Elsewhere'`.execute(trx)
      renameSync(join(dataDir, 'foyer.db'), join(dataDir, 'away.db'))
    })
    await expect(begun).rejects.toThrow(/foyer.db was deleted or replaced while the server runs/)
    renameSync(join(dataDir, 'away.db'), join(dataDir, 'foyer.db'))
    const { rows } = await sql<{ name: string | null }>`select name from platform_settings`.execute(db)
    expect(rows).not.toContainEqual({ name: 'Elsewhere' })
  })
})

describe('a command next to a server of another version', () => {
  /** The instance of a test database, with its newest migration unrecorded or an unknown one added. */
  async function setUp(version: 'earlier' | 'later') {
    const database = await createTestDatabase()
    const dataDir = temporaryFolder()
    const databaseUrl =
      database.dialect === 'sqlite'
        ? `file:${database.file.name}`
        : (database.pool.options.connectionString ?? '')
    if (version === 'later') {
      await database.db.updateTable('schema_compatibility').set({ oldest_program: '9999-future' }).execute()
    }
    await (version === 'later'
      ? sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2026')`
      : sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`
    ).execute(database.db)
    const migrations = async () => (await inspectMigrations(database.db)).executed
    return { dataDir, migrations, settings: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } }
  }

  test.each(['earlier', 'later'] as const)(
    'backs up the schema of an %s version unchanged',
    async (version) => {
      const { dataDir, migrations, settings } = await setUp(version)
      const before = await migrations()
      await withSettings(settings, backUp)
      expect(await migrations()).toEqual(before)
      expect(await listBackups({ dataDir })).toMatchObject([{ kind: 'manual' }])
    },
  )

  test.each([
    ['earlier', /The database was written by an earlier version \(it lacks 0.*\)\. Start the portal once/],
    ['later', /written by a newer version \(it has 9999-future\)/],
  ] as const)('creates no administrator in the schema of an %s version', async (version, words) => {
    const { migrations, settings } = await setUp(version)
    const before = await migrations()
    await withSettings({ ...settings, ADMIN_PASSWORD: 'quiet-harbour-7' }, async () => {
      await expect(createAdmin(['create', '--email', 'ada@example.test', '--name', 'Ada'])).rejects.toThrow(
        words,
      )
    })
    expect(await migrations()).toEqual(before)
  })

  test('waits for an interrupted restore to be finished', async () => {
    const dataDir = temporaryFolder()
    const databaseUrl = `file:${join(dataDir, 'foyer.db')}`
    const database = openDatabase(databaseUrl)
    await migrateToLatest(database.db)
    await database.close()
    writeFileSync(join(dataDir, 'restoring.json'), '{}')
    const config = readConfig({ DATA_DIR: dataDir })
    await expect(openForCommand(config, 'any')).rejects.toThrow('A restore was interrupted. Start the portal')
    await expect(openPortal(config, silent)).rejects.toThrow(
      /could not be finished: [\s\S]* delete .*restoring/,
    )
  })
})
