import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { unlessMissing } from '../core/durable.ts'
import { makeScratch, sweepScratch } from '../core/scratch.ts'
import { doSeveral } from '../core/several.ts'
import type { Bucket } from './bucket.ts'
import { BucketError } from './bucket-errors.ts'
import { checkedStream } from './checked-stream.ts'
import type { FileStorage, KeyedFile, StoredFile } from './file-storage.ts'
import { digestOf, piecesOfFile } from './pieces.ts'
import { isKey, makeKey, placeOf, receivingFolder, sweepReceived } from './storage-keys.ts'

/** A restore sends so many files at a time. */
const PLACED_AT_ONCE = 4

/**
 * Files in a bucket. The folder on this machine receives them, and notes what is to be removed: later, if a
 * backup still reads it or the service doesn't answer.
 */
export function bucketStorage(bucket: Bucket, folder: string): FileStorage {
  const holds = join(folder, 'held')
  const removals = join(folder, 'removals')
  const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch(unlessMissing)) ?? []
  const isHeld = async () => (await namesIn(holds)).length > 0

  const send = async ({ key, path }: KeyedFile): Promise<StoredFile> => {
    const digest = await digestOf(createReadStream(path))
    await bucket.put(placeOf(key), piecesOfFile(path, digest.size), digest.sha256)
    await rm(path)
    return { key, ...digest }
  }
  const open = async (key: string): Promise<Readable | null> => {
    const found = await bucket.get(placeOf(key))
    return found === null ? null : checkedStream(found.bytes, found.sha256)
  }
  const removeNow = async (key: string) => {
    await bucket.remove(placeOf(key))
    await rm(join(removals, key), { force: true })
  }
  const removeNoted = async () => {
    if (await isHeld()) return
    for (const key of (await namesIn(removals)).filter(isKey)) await removeNow(key)
  }

  return {
    receivingFolder: () => receivingFolder(folder),
    adopt: (path) => send({ key: makeKey(), path }),
    place: (files) =>
      doSeveral(files, PLACED_AT_ONCE, async (file) => void (await send(file).catch(unlessMissing))),
    async read(key) {
      const bytes = await open(key)
      if (bytes === null) throw missing(key)
      return bytes
    },
    sizeOf: async (key) => (await bucket.head(placeOf(key)))?.size ?? null,
    async remove(key) {
      placeOf(key)
      await mkdir(removals, { recursive: true })
      await writeFile(join(removals, key), '', { flush: true })
      // A backup that begins after this look takes a snapshot that no longer speaks of the file.
      if (await isHeld()) return
      await removeNow(key).catch((error) => {
        if (!(error instanceof BucketError)) throw error
      })
    },
    async sweep(now) {
      await sweepReceived(folder, now)
      await sweepScratch(holds, 'backup')
      await removeNoted()
      await bucket.sweep(now)
    },
    async hold() {
      const held = await makeScratch(holds, 'backup')
      const gone = new Set(await namesIn(removals))
      return {
        async keys() {
          const keys: string[] = []
          for await (const { name } of bucket.list('')) {
            const key = name.slice(name.indexOf('/') + 1)
            if (isKey(key) && name === placeOf(key) && !gone.has(key)) keys.push(key)
          }
          return keys
        },
        read: open,
        async release() {
          await rm(held, { recursive: true, force: true })
          await removeNoted().catch((error) => {
            if (!(error instanceof BucketError)) throw error
          })
        },
      }
    },
  }
}

const missing = (key: string): Error =>
  Object.assign(new Error(`There is no file under the storage key ${key}`), { code: 'ENOENT' })
