import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { newId } from '#server/base/db/values.ts'
import { createBackup } from '#server/overview/platform/backups/commands/create-backup.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { backupFolder } from '#server/overview/platform/backups/queries/backups.ts'
import { addFile } from '#server/work/files/commands.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { runSql, databaseUrl as urlOf } from '#tests/support/databases/postgres-admin.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const server = inject('testDatabase')
const canBackUp = server.dialect === 'sqlite' || spawnSync('pg_dump', ['--version']).status === 0

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const project = await addProject(db, world.home)
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir, backupKey: null } })
  const storage = openStorage(services.config)
  const owner = callerAs(db, world.home.owner, { config: { dataDir } })
  const ctx = ctxFor(services, world.home.owner as SeedMember)
  const upload = async (name: string) => {
    const received = join(await storage.receivingFolder(), newId())
    writeFileSync(received, randomBytes(100))
    const stored = await storage.adopt(received)
    const target = { project_id: project.id, kind: 'attachment' as const }
    const { id } = await addFile(ctx, target, { ...stored, name, contentType: 'text/plain' })
    return { id, key: stored.key }
  }
  const archive = async (now: Date) => {
    const { name } = await createBackup(ctxFor(services, null, now), 'manual')
    return join(backupFolder(services.config), name)
  }
  return { db, services, storage, owner, upload, archive, dataDir }
}

/** Restores into an empty instance; returns the keys its rows name, and the files reported missing. */
async function restoreElsewhere(archive: string) {
  const dataDir = temporaryFolder()
  const databaseUrl = await emptyDatabase(dataDir)
  const { missing } = await restoreBackup({ dataDir, databaseUrl, backupKey: null }, archive, TEST_NOW)
  const { db, close } = openDatabase(databaseUrl)
  const rows = await db.selectFrom('files').select('storage_key').execute().finally(close)
  const keys = rows.map((row) => row.storage_key)
  const absent = keys.filter((key) => !existsSync(join(dataDir, 'files', key.slice(0, 2), key)))
  return { keys, absent, missing }
}

async function emptyDatabase(dataDir: string): Promise<string> {
  if (server.dialect === 'sqlite') return `file:${join(dataDir, 'foyer.db')}`
  const name = `test_${randomBytes(8).toString('hex')}`
  await runSql(server.url, `create database ${name}`)
  onTestFinished(() => runSql(server.url, `drop database ${name} with (force)`))
  return urlOf(server.url, name)
}

const everyFile = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

describe.skipIf(!canBackUp)('while files are deleted', () => {
  test('all five backups succeed, each with every file its rows name', async () => {
    const { upload, owner, archive } = await setUp()
    const waiting = await Promise.all(Array.from({ length: 40 }, (_, index) => upload(`${index}.txt`)))
    const archives: string[] = []
    let deleted = 0
    let done = false
    const deleting = (async () => {
      for (const { id } of waiting) {
        if (done) break
        await owner.files.delete({ id })
        deleted += 1
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    for (let day = 1; day <= 5; day++) archives.push(await archive(new Date(Date.UTC(2026, 3, day))))
    done = true
    await deleting
    expect(deleted).toBeGreaterThan(5)
    const first = await restoreElsewhere(archives[0] ?? '')
    expect(first.keys.length).toBeGreaterThan(0)
    expect(first).toMatchObject({ absent: [], missing: [] })
  })

  test('deleted files are removed once the backup is done', async () => {
    const { upload, owner, storage, dataDir } = await setUp()
    const [kept, removed] = [await upload('kept.txt'), await upload('removed.txt')]
    const hold = await storage.hold()
    await owner.files.delete({ id: removed.id })
    await expect
      .poll(() => existsSync(join(dataDir, 'files', removed.key.slice(0, 2), removed.key)))
      .toBe(false)
    expect((await hold.keys()).sort()).toEqual([kept.key, removed.key].sort())
    expect((await (await hold.read(removed.key))?.toArray())?.length).toBe(1)
    await hold.release()
    expect(everyFile(dataDir)).toEqual([kept.key])
  })

  test('a hold that was removed as abandoned can be released', async () => {
    const { storage, dataDir } = await setUp()
    const hold = await storage.hold()
    rmSync(join(dataDir, 'files', 'held'), { recursive: true })
    await hold.release()
    expect(everyFile(dataDir)).toEqual([])
  })

  test('a file lost before the backup is reported by the restore', async () => {
    const { upload, archive, dataDir } = await setUp()
    const [kept, lost] = [await upload('kept.txt'), await upload('lost.txt')]
    rmSync(join(dataDir, 'files', lost.key.slice(0, 2), lost.key))
    const { keys, missing } = await restoreElsewhere(await archive(TEST_NOW))
    expect(keys.sort()).toEqual([kept.key, lost.key].sort())
    expect(missing).toEqual([expect.stringMatching(/^lost\.txt \(Home Agency, [0-9a-f-]{36}\)$/)])
  })
})
