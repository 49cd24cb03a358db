import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import type { Config } from '#server/base/core/config.ts'
import { runOnce } from '#server/base/core/jobs.ts'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { addMinutes, toInstant } from '#server/base/db/values.ts'
import { JOBS } from '#server/domains.ts'
import { backUpToBucketWhenDue } from '#server/overview/platform/backups/commands/back-up-on-schedule.ts'
import { backUpToBucket } from '#server/overview/platform/backups/commands/back-up-to-bucket.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { listBackupRuns } from '#server/overview/platform/backups/queries/backup-runs.ts'
import { addFile } from '#server/work/files/commands.ts'
import { ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { copyTemplate, createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const PASSPHRASE = 'a long passphrase'
const HOUR_MS = 3_600_000

/** A portal with one file, whose backups go to a bucket; with `files: 's3'` its files are in another. */
async function setUp({
  files = 'disk',
  change = {},
}: {
  files?: 'disk' | 's3'
  change?: Partial<Config>
} = {}) {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const dataDir = temporaryFolder()
  const s3 = await startS3('backups')
  const filesBucket = files === 's3' ? (await startS3()).settings : null
  const backupBucket = { ...s3.settings, everyHours: 6, keep: 3 }
  const config = { dataDir, filesBucket, backupBucket, backupKey: PASSPHRASE, ...change }
  const services = testServices(db, { config })
  const storage = openStorage(services.config)
  const path = join(await storage.receivingFolder(), crypto.randomUUID())
  writeFileSync(path, 'a drawing')
  const stored = await storage.adopt(path)
  const project = await addProject(db, home)
  const ctx = ctxFor(services, { ...home.owner, agencyId: home.agencyId })
  const file = { ...stored, name: 'drawing.txt', contentType: 'text/plain' }
  await addFile(ctx, { project_id: project.id, kind: 'deliverable' }, file)
  const at = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS)
  const run = (hours: number, signal?: AbortSignal) => {
    const now = at(hours)
    return backUpToBucketWhenDue(ctxFor({ ...services, clock: () => now }, null, now), signal)
  }
  const runs = () => listBackupRuns(ctxFor(services, null), { destination: 's3', limit: 20 })
  return { db, s3, services, dataDir, key: stored.key, run, runs, at }
}

async function restoreTarget(services: { config: Config }) {
  const { url, dispose } =
    inject('testDatabase').dialect === 'sqlite'
      ? { url: `file:${join(temporaryFolder(), 'foyer.db')}`, dispose: async () => {} }
      : await copyTemplate()
  onTestFinished(dispose)
  const { backupBucket, backupKey } = services.config
  return { dataDir: temporaryFolder(), databaseUrl: url, backupBucket, backupKey }
}

async function clientNames(url: string): Promise<string[]> {
  const { db, close } = openDatabase(url)
  const rows = await db.selectFrom('clients').select('name').execute().finally(close)
  return rows.map(({ name }) => name).sort()
}

test.each(['disk', 's3'] as const)(
  'with files on %s, the newest backup restores from the bucket',
  async (files) => {
    const { s3, services, key, run, runs } = await setUp({ files })
    await run(0)
    expect(s3.names()).toEqual(['scheduled-2026-03-04T10-00-00Z.zip.enc'])
    const bytes = readFileSync(s3.pathOf(s3.names()[0] ?? ''))
    expect(bytes.subarray(0, 8).toString()).toBe('FOYERBK2')
    expect(bytes.includes('a drawing')).toBe(false)
    expect(await runs()).toMatchObject([{ name: s3.names()[0], size: bytes.length, error: null }])

    const target = await restoreTarget(services)
    await expect(restoreBackup({ ...target, backupKey: 'another' }, 's3:latest', TEST_NOW)).rejects.toThrow(
      'damaged, or BACKUP_KEY',
    )
    const filesBucket = files === 's3' ? (await startS3('elsewhere')).settings : null
    const restored = await restoreBackup({ ...target, filesBucket }, 's3:latest', TEST_NOW)
    expect(restored).toMatchObject({ files: 1, missing: [] })
    expect(await clientNames(target.databaseUrl)).toEqual(['Foreign Client', 'Home Client'])
    const storage = openStorage({ ...target, filesBucket })
    expect(String(await buffer(await storage.read(key)))).toBe('a drawing')
    expect(readdirSync(target.dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
  },
)

test('a backup is made when the last successful one is old enough, and the newest are retained', async () => {
  const { s3, services, run, at } = await setUp()
  for (let hour = 0; hour < 32; hour++) await run(hour)
  const hours = s3.names().map((name) => Number(/T(\d\d)/.exec(name)?.[1]))
  expect(hours.sort((a, b) => a - b)).toEqual([4, 10, 16])
  await backUpToBucket(ctxFor(services, null, at(40)), 'manual')
  for (let hour = 41; hour < 80; hour++) await run(hour)
  expect(s3.names().filter((name) => name.startsWith('manual-'))).toHaveLength(1)
  expect(s3.names().filter((name) => name.startsWith('scheduled-'))).toHaveLength(3)
})

test('a backup made while the clock was ahead is neither the latest nor deleted', async () => {
  const { s3, services, run, at } = await setUp()
  await backUpToBucket(ctxFor(services, null, at(24 * 365)), 'scheduled')
  for (let hour = 0; hour < 20; hour++) await run(hour)
  expect(s3.names().filter((name) => name.startsWith('scheduled-2027'))).toHaveLength(1)
  expect(s3.names().filter((name) => name.startsWith('scheduled-2026'))).toHaveLength(3)
  const target = await restoreTarget(services)
  const restored = await restoreBackup(target, 's3:latest', at(20))
  expect(restored.archive).toBe('s3:scheduled-2026-03-05T04-00-00Z.zip.enc')
})

test('a server stopped midway fails the backup, and the next hour retries it', async () => {
  const { s3, dataDir, run, runs } = await setUp()
  s3.disturb((req) => {
    // While its body is being sent.
    return req.method === 'PUT' ? s3.stop() : undefined
  })
  await expect(run(0)).rejects.toMatchObject({ code: 'BUCKET_UNREACHABLE' })
  expect(await runs()).toMatchObject([
    { name: '', size: null, status: 'failed', error: expect.stringContaining('S3 storage') },
  ])
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
  expect(readdirSync(join(dataDir, 'files', 'held'))).toEqual([])
  s3.disturb(null)
  await s3.start()
  await run(1)
  expect((await runs()).map(({ error }) => error)).toEqual([null, expect.anything()])
  expect(s3.names()).toEqual(['scheduled-2026-03-04T11-00-00Z.zip.enc'])
})

test('stopping the portal aborts the upload', async () => {
  const { s3, run, dataDir } = await setUp()
  const stopping = new AbortController()
  s3.disturb(() => stopping.abort())
  await expect(run(0, stopping.signal)).rejects.toThrow('aborted')
  expect(s3.names()).toEqual([])
  expect(readdirSync(join(dataDir, 'files', 'held'))).toEqual([])
})

test('only one of multiple processes makes the backup, even while an earlier one is running', async () => {
  const { db, s3, services } = await setUp()
  const job = JOBS.find(({ name }) => name === 's3-backup')
  if (job === undefined) throw new Error('There is no such job')
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => runOnce(services, job, TEST_NOW)))
  expect(outcomes.sort()).toEqual(['done', 'taken', 'taken', 'taken', 'taken'])
  expect(s3.names()).toHaveLength(1)
  const later = addMinutes(TEST_NOW, 7 * 60)
  await db
    .updateTable('job_runs')
    .set({ status: 'running', alive_until: toInstant(addMinutes(later, 1)) })
    .execute()
  expect(await runOnce(services, job, later)).toBe('done')
  expect(s3.names()).toHaveLength(1)
})

test('without BACKUP_KEY nothing is uploaded', async () => {
  const { s3, services } = await setUp({ change: { backupKey: null } })
  await expect(backUpToBucket(ctxFor(services, null, TEST_NOW), 'manual')).rejects.toThrow('Set BACKUP_KEY')
  expect(s3.asked).toEqual([])
})

test('an unknown name in the bucket is answered with a list of the existing ones', async () => {
  const { services, run } = await setUp()
  const target = await restoreTarget(services)
  await expect(restoreBackup(target, 's3:latest', TEST_NOW)).rejects.toThrow('The bucket contains:\n  none')
  await run(0)
  await expect(restoreBackup(target, 's3:', TEST_NOW)).rejects.toThrow(
    's3:scheduled-2026-03-04T10-00-00Z.zip.enc',
  )
})
