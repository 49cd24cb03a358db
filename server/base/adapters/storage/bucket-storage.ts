import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { unlessMissing } from '../../core/durable-files.ts'
import { inParallel } from '../../core/parallel.ts'
import { createTemporaryFolder, removeTemporaryFolders } from '../../core/temporary-folders.ts'
import type { Bucket } from './bucket.ts'
import { BucketError, toBucketError } from './bucket-errors.ts'
import { checkedStream, StoredFileError } from './checked-stream.ts'
import type { FileDigest, FileStorage, KeyedFile, StoredFile } from './file-storage.ts'
import { digestOf, piecesOfFile } from './multipart.ts'
import { isKey, makeKey, placeOf, receivingFolder, sweepReceived } from './storage-keys.ts'

/** The number of files that a restore uploads concurrently. */
const PLACED_AT_ONCE = 4

/**
 * Stores files in a bucket. Uploads arrive in a local folder, which also records files to be removed later:
 * because a backup still reads them or the service is unavailable.
 */
export function bucketStorage(bucket: Bucket, folder: string): FileStorage {
  const holdsFolder = join(folder, 'held')
  const removals = join(folder, 'removals')
  const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch(unlessMissing)) ?? []
  const isHeld = async () => (await namesIn(holdsFolder)).length > 0

  const send = async ({ key, path }: KeyedFile): Promise<StoredFile> => {
    const digest = await digestOf(createReadStream(path))
    await bucket.put(placeOf(key), piecesOfFile(path, digest.size), digest.sha256)
    await rm(path)
    return { key, ...digest }
  }
  const open = async (key: string, digest: FileDigest = {}): Promise<Readable | null> => {
    const found = await bucket.get(placeOf(key))
    if (found === null) return null
    const expected = { sha256: found.sha256 ?? undefined, ...digest }
    return checkedStream(found.bytes, { key, digest: expected, toError: toBucketError })
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
      inParallel(files, PLACED_AT_ONCE, async (file) => void (await send(file).catch(unlessMissing))),
    async read(key, digest) {
      const bytes = await open(key, digest)
      if (bytes === null) throw new StoredFileError('missing', key)
      return bytes
    },
    sizeOf: async (key) => (await bucket.head(placeOf(key)))?.size ?? null,
    async remove(key) {
      placeOf(key)
      await mkdir(removals, { recursive: true })
      await writeFile(join(removals, key), '', { flush: true })
      // A backup starting after this check takes a snapshot that no longer refers to the file.
      if (await isHeld()) return
      await removeNow(key).catch((error) => {
        if (!(error instanceof BucketError)) throw error
      })
    },
    async sweep(now) {
      await sweepReceived(folder, now)
      await removeTemporaryFolders(holdsFolder, 'backup')
      await removeNoted()
      await bucket.sweep(now)
    },
    async hold() {
      const holdFolder = await createTemporaryFolder(holdsFolder, 'backup')
      const removed = new Set(await namesIn(removals))
      return {
        async keys() {
          const keys: string[] = []
          for await (const { name } of bucket.list('')) {
            const key = name.slice(name.indexOf('/') + 1)
            if (isKey(key) && name === placeOf(key) && !removed.has(key)) keys.push(key)
          }
          return keys
        },
        read: open,
        async release() {
          await rm(holdFolder, { recursive: true, force: true })
          await removeNoted().catch((error) => {
            if (!(error instanceof BucketError)) throw error
          })
        },
      }
    },
  }
}
