import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAdmin } from '#scripts/operate/admin.ts'
import { readConfig } from '#server/base/core/config.ts'
import { createTemporaryFolder, removeTemporaryFolders } from '#server/base/core/temporary-folders.ts'
import { openPortal } from '#server/portal.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

async function setUp() {
  const database = await createTestDatabase()
  const dataDir = temporaryFolder()
  const databaseUrl =
    database.dialect === 'sqlite'
      ? `file:${database.file.name}`
      : (database.pool.options.connectionString ?? '')
  const lines: { msg: string; removed?: string[] }[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const start = async (dir = dataDir) => {
    const portal = await openPortal(readConfig({ ...settings, DATA_DIR: dir }), log)
    await portal.close()
  }
  await start()
  const backups = join(dataDir, 'backups')
  mkdirSync(backups, { recursive: true })
  return { db: database.db, dataDir, backups, settings, start, lines }
}

/** A folder left by a process that has died. */
async function leaveScratch(folderPath: string, purpose: string): Promise<string> {
  const path = await createTemporaryFolder(folderPath, purpose)
  writeFileSync(join(path, 'half.db'), 'half a database')
  const long = new Date(Date.now() - 86_400_000)
  utimesSync(path, long, long)
  return path
}

test('startup deletes leftovers of killed backups and restores, but not work in progress', async () => {
  const { dataDir, backups, start, lines } = await setUp()
  await leaveScratch(backups, 'making')
  await leaveScratch(dataDir, 'restore')
  const underWay = await createTemporaryFolder(backups, 'making')
  for (const name of ['before-0011-cards-2026-03-04T10-00-00Z.db.part', 'young.part']) {
    writeFileSync(join(backups, name), 'half a copy')
  }
  const hours = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(backups, 'before-0011-cards-2026-03-04T10-00-00Z.db.part'), hours, hours)
  await start()
  expect(readdirSync(backups).sort()).toEqual([underWay.slice(backups.length + 1), 'young.part'])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
  expect(lines.find(({ msg }) => msg === 'leftovers and old copies deleted')?.removed).toHaveLength(3)
})

test('work of another machine that takes hours is not considered abandoned', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const backups = temporaryFolder()
  const underWay = await createTemporaryFolder(backups, 'making')
  // The other machine knows it by another name.
  symlinkSync(underWay, join(backups, 'making-00000000-1-abcdef'))
  const hours = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(underWay, hours, hours)
  vi.advanceTimersByTime(600_000)
  await expect.poll(() => statSync(underWay).mtime > hours).toBe(true)
  expect(await removeTemporaryFolders(backups, 'making')).toEqual([])
  rmSync(underWay, { recursive: true })
  vi.advanceTimersByTime(600_000)
  await expect.poll(() => vi.getTimerCount()).toBe(0)
})

test('pre-upgrade copies are retained for the last three upgrades, the newest of each', async () => {
  const { backups, start } = await setUp()
  const copy = (before: string, day: number) => `before-${before}-2026-03-0${day}T10-00-00Z.db`
  const names = [
    copy('0011-cards', 1),
    copy('0012-subscriptions', 2),
    copy('0013-receipts', 3),
    copy('0014-platform', 4),
    copy('0014-platform', 5),
  ]
  for (const name of names) writeFileSync(join(backups, name), 'a copy')
  await start()
  expect(readdirSync(backups).sort()).toEqual([names[1], names[2], names[4]])
})

test('an upgrade that fails at each start leaves one copy', async () => {
  const { db, backups, start } = await setUp()
  // The columns that it adds exist already.
  await sql`delete from kysely_migration where name >= '0160'`.execute(db)
  await db.destroy()
  for (let count = 0; count < 3; count++) await expect(start()).rejects.toThrow()
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^before-0160-/)])
})

test("startup with a data folder that isn't the database's is rejected with instructions", async () => {
  const { dataDir, start } = await setUp()
  const other = temporaryFolder()
  await expect(start(other)).rejects.toThrow(
    /instance\.key is missing, and this database’s secrets are encrypted with it\.\nEvery process on one database/,
  )
  writeFileSync(join(other, 'instance.key'), 'ab'.repeat(32))
  await expect(start(other)).rejects.toThrow(
    /instance\.key is not the key that this database’s secrets are encrypted with/,
  )
  rmSync(join(other, 'instance.key'))
  await start(dataDir)
  expect(readdirSync(other)).toEqual([])
})

test('if the key is lost, the administrator can accept a new one', async () => {
  const { dataDir, start, settings } = await setUp()
  rmSync(join(dataDir, 'instance.key'))
  await expect(start()).rejects.toThrow('instance.key is missing')
  vi.stubEnv('DATA_DIR', settings.DATA_DIR)
  vi.stubEnv('DATABASE_URL', settings.DATABASE_URL)
  await createAdmin(['accept-key'])
  vi.unstubAllEnvs()
  await start()
})
