import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FileStorage, StorageHold } from '#server/base/adapters/storage/file-storage.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { placeOf } from '#server/base/adapters/storage/storage-keys.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { startS3 } from '#tests/support/servers/s3-server.ts'

const MEGABYTE = 1024 * 1024
const KEY = 'ab'.repeat(24)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Opened {
  storage: FileStorage
  /** The names below the storage's folder or prefix that have content. */
  places: () => string[]
  dataDir: string
}

const STORAGES: Record<string, () => Promise<Opened>> = {
  'a folder': async () => {
    const dataDir = temporaryFolder()
    const files = join(dataDir, 'files')
    const places = () =>
      (readdirSync(files, { recursive: true }) as string[]).filter((name) => /^..\/[0-9a-f]{48}$/.test(name))
    return { storage: openStorage({ dataDir }), places, dataDir }
  },
  'a bucket': async () => {
    const [dataDir, s3] = [temporaryFolder(), await startS3()]
    return { storage: openStorage({ dataDir, filesBucket: s3.settings }), places: s3.names, dataDir }
  },
  'a bucket, below a prefix': async () => {
    const [dataDir, s3] = [temporaryFolder(), await startS3()]
    const filesBucket = { ...s3.settings, prefix: 'portal/files/' }
    const places = () => s3.names().map((name) => name.replace(/^portal\/files\//, ''))
    return { storage: openStorage({ dataDir, filesBucket }), places, dataDir }
  },
}

async function received({ storage }: Opened, bytes: Buffer): Promise<string> {
  const path = join(await storage.receivingFolder(), crypto.randomUUID())
  writeFileSync(path, bytes)
  return path
}

const store = async (opened: Opened, bytes: Buffer) => opened.storage.adopt(await received(opened, bytes))

const textOf = async (hold: StorageHold, key: string) =>
  String(Buffer.concat((await (await hold.read(key))?.toArray()) ?? []))

describe.each(Object.entries(STORAGES))('in %s', (_name, open) => {
  test.each([0, 1, 70_000, 8 * MEGABYTE, 8 * MEGABYTE + 1, 20 * MEGABYTE])(
    '%i bytes are read back as written',
    async (size) => {
      const opened = await open()
      const bytes = randomBytes(size)
      const path = await received(opened, bytes)
      const stored = await opened.storage.adopt(path)
      expect(stored).toEqual({ key: expect.stringMatching(/^[0-9a-f]{48}$/), size, sha256: sha256(bytes) })
      expect(existsSync(path)).toBe(false)
      expect(opened.places()).toEqual([placeOf(stored.key)])
      expect(await opened.storage.sizeOf(stored.key)).toBe(size)
      expect((await buffer(await opened.storage.read(stored.key))).equals(bytes)).toBe(true)
    },
  )

  test('20 concurrent uploads are 20 files', async () => {
    const opened = await open()
    const all = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000 + index, index))
    const stored = await Promise.all(all.map((bytes) => store(opened, bytes)))
    expect(opened.places().sort()).toEqual(stored.map(({ key }) => placeOf(key)).sort())
    for (const [index, { key }] of stored.entries()) {
      expect((await buffer(await opened.storage.read(key))).equals(all[index] as Buffer)).toBe(true)
    }
  })

  test('only storage keys are requested', async () => {
    const { storage } = await open()
    for (const key of [
      '',
      '..',
      '../instance.key',
      `${KEY}\0`,
      `\0${KEY}`,
      KEY.toUpperCase(),
      `${KEY}/x`,
      'ü',
    ]) {
      await expect(async () => storage.read(key)).rejects.toThrow('Not a storage key')
      await expect(async () => storage.sizeOf(key)).rejects.toThrow('Not a storage key')
      await expect(async () => storage.remove(key)).rejects.toThrow('Not a storage key')
    }
  })

  test("a file never stored is missing, and removing it isn't an error", async () => {
    const { storage } = await open()
    await expect(storage.read(KEY)).rejects.toMatchObject({ state: 'missing' })
    expect(await storage.sizeOf(KEY)).toBeNull()
    await storage.remove(KEY)
    await storage.remove(KEY)
  })

  test('a removed file is gone', async () => {
    const opened = await open()
    const [{ key }, kept] = [await store(opened, Buffer.from('one')), await store(opened, Buffer.from('two'))]
    await opened.storage.remove(key)
    await expect(opened.storage.read(key)).rejects.toMatchObject({ state: 'missing' })
    expect(opened.places()).toEqual([placeOf(kept.key)])
  })

  test('a file is stored under its original key, and storing it again is a no-op', async () => {
    const opened = await open()
    const paths = [await received(opened, Buffer.from('one')), await received(opened, Buffer.from('two'))]
    const files = paths.map((path, index) => ({ key: `${index}c`.repeat(24), path }))
    await opened.storage.place(files)
    await opened.storage.place(files)
    const texts = await Promise.all(files.map(async ({ key }) => buffer(await opened.storage.read(key))))
    expect(texts.map(String)).toEqual(['one', 'two'])
  })

  test('a file removed during a backup stays readable to it alone, and is then deleted', async () => {
    const opened = await open()
    const [earlier, gone, kept] = [
      await store(opened, Buffer.from('earlier')),
      await store(opened, Buffer.from('gone')),
      await store(opened, Buffer.from('kept')),
    ]
    await opened.storage.remove(earlier.key)
    const [first, second] = [await opened.storage.hold(), await opened.storage.hold()]
    await opened.storage.remove(gone.key)
    for (const hold of [first, second]) {
      expect((await hold.keys()).sort()).toEqual([gone.key, kept.key].sort())
      expect(await textOf(hold, gone.key)).toBe('gone')
      expect(await hold.read(earlier.key)).toBeNull()
    }
    await first.release()
    expect(await textOf(second, gone.key)).toBe('gone')
    await second.release()
    expect(opened.places()).toEqual([placeOf(kept.key)])
  })

  test('received files that were never used are deleted after an hour', async () => {
    const opened = await open()
    const [old, young] = [
      await received(opened, Buffer.from('old')),
      await received(opened, Buffer.from('new')),
    ]
    const now = new Date()
    utimesSync(old, now, new Date(now.getTime() - 3_700_000))
    await opened.storage.sweep(now)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })

  test('two processes can delete abandoned uploads at once', async () => {
    const opened = await open()
    const later = new Date(Date.now() + 3_700_000)
    for (let file = 0; file < 40; file++) await received(opened, Buffer.from('old'))
    const first = opened.storage.sweep(later)
    await setImmediate()
    await Promise.all([first, opened.storage.sweep(later), opened.storage.sweep(later)])
    expect(readdirSync(await opened.storage.receivingFolder())).toEqual([])
  })
})
