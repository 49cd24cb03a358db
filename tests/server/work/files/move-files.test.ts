import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openBucket } from '#server/base/adapters/storage/bucket.ts'
import { bucketStorage } from '#server/base/adapters/storage/bucket-storage.ts'
import type { FileStorage } from '#server/base/adapters/storage/file-storage.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { placeOf } from '#server/base/adapters/storage/storage-keys.ts'
import { moveFiles } from '#server/overview/platform/backups/commands/move-files.ts'
import { setPicture } from '#server/overview/settings/commands/set-picture.ts'
import { addFile } from '#server/work/files/commands.ts'
import { ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'
import { addProject } from '#tests/support/work.ts'
import { createWorld } from '#tests/support/world.ts'

const HASTE = { connectMs: 1000, idleMs: 5000, pausesMs: [10] }

/** A portal with 10 project files and a picture on disk. */
async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const dataDir = temporaryFolder()
  const services = testServices(db, { config: { dataDir } })
  const ctx = ctxFor(services, { ...home.owner, agencyId: home.agencyId })
  const project = await addProject(db, home)
  const disk = openStorage({ dataDir })
  const s3 = await startS3()
  const bucket = bucketStorage(openBucket(s3.settings, HASTE), join(dataDir, 'files'))
  const store = async (text: string) => {
    const path = join(await disk.receivingFolder(), crypto.randomUUID())
    writeFileSync(path, text)
    return disk.adopt(path)
  }
  const keys: string[] = []
  for (let index = 0; index < 10; index++) {
    const stored = { ...(await store(`text ${index}`)), name: `${index}.txt`, contentType: 'text/plain' }
    await addFile(ctx, { project_id: project.id, kind: 'deliverable' }, stored)
    keys.push(stored.key)
  }
  const picture = await store('a picture')
  await setPicture(ctx, 'avatar', { ...picture, contentType: 'image/webp' })
  keys.push(picture.key)
  const journal = join(dataDir, 'files-moved-to-s3')
  const toS3 = () => moveFiles(db, { from: disk, to: bucket, target: 's3', journal })
  const toDisk = () => moveFiles(db, { from: bucket, to: disk, target: 'disk', journal: `${journal}-back` })
  const pathOf = (key: string) => join(dataDir, 'files', placeOf(key))
  const uploads = () => s3.asked.filter((asked) => asked.startsWith('PUT'))
  return { db, dataDir, keys, picture, disk, bucket, s3, journal, toS3, toDisk, pathOf, uploads }
}

const textsIn = (storage: FileStorage, keys: string[]) =>
  Promise.all(keys.map(async (key) => String(await buffer(await storage.read(key)))))

test('all files are copied to the bucket and back, and the source keeps them', async () => {
  const { keys, disk, bucket, s3, journal, toS3, toDisk, pathOf } = await setUp()
  const texts = await textsIn(disk, keys)
  expect(await toS3()).toEqual({ copied: 11, present: 0, missing: [], damaged: [] })
  expect(s3.names().sort()).toEqual(keys.map(placeOf).sort())
  expect(await textsIn(bucket, keys)).toEqual(texts)
  expect(await textsIn(disk, keys)).toEqual(texts)
  expect(existsSync(journal)).toBe(false)
  for (const key of keys) rmSync(pathOf(key))
  expect(await toDisk()).toEqual({ copied: 11, present: 0, missing: [], damaged: [] })
  expect(await textsIn(disk, keys)).toEqual(texts)
  expect(await textsIn(bucket, keys)).toEqual(texts)
})

test('a second run verifies everything at the target and repairs changes', async () => {
  const { keys, bucket, s3, toS3, uploads } = await setUp()
  await toS3()
  expect(uploads()).toHaveLength(11)
  expect(await toS3()).toEqual({ copied: 0, present: 11, missing: [], damaged: [] })
  expect(uploads()).toHaveLength(11)
  writeFileSync(s3.pathOf(placeOf(keys[3] ?? '')), 'text X')
  expect(await toS3()).toEqual({ copied: 1, present: 10, missing: [], damaged: [] })
  expect((await textsIn(bucket, keys))[3]).toBe('text 3')
})

test('an interrupted run resumes without resending verified files', async () => {
  const { s3, toS3, journal, uploads } = await setUp()
  s3.disturb(() => (uploads().length > 5 ? s3.stop() : undefined))
  await expect(toS3()).rejects.toMatchObject({ code: 'BUCKET_UNREACHABLE' })
  expect(existsSync(journal)).toBe(true)
  s3.disturb(null)
  await s3.start()
  const before = s3.names().length
  s3.asked.length = 0
  const { copied, present, missing, damaged } = await toS3()
  expect([copied + present, missing, damaged]).toEqual([11, [], []])
  expect(present).toBeGreaterThan(0)
  expect(uploads().length).toBe(copied)
  expect(copied).toBeLessThanOrEqual(11 - Math.min(before, present))
  // Files in the journal are only checked for size.
  expect(s3.asked.filter((asked) => asked.startsWith('HEAD')).length).toBeGreaterThan(0)
})

test('missing or damaged source files are named and not copied', async () => {
  const { keys, s3, picture, toS3, pathOf, journal } = await setUp()
  rmSync(pathOf(keys[1] ?? ''))
  writeFileSync(pathOf(keys[2] ?? ''), 'text X')
  rmSync(pathOf(picture.key))
  const { copied, present, missing, damaged } = await toS3()
  expect([copied, present]).toEqual([8, 0])
  expect(missing).toEqual(['1.txt', expect.stringMatching(/^pictures /)])
  expect(damaged).toEqual(['2.txt'])
  expect(s3.names()).toHaveLength(8)
  expect(existsSync(journal)).toBe(true)
})
