import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf, flush, keepAs } from '../core/durable.ts'
import { makeScratch, sweepScratch } from '../core/scratch.ts'

/** Where uploaded files live. Keys are random, so that no name of a person's choosing reaches the disk. */
export interface FileStorage {
  /** A folder uploads are received in; what is left there by a crash is swept away later. */
  receivingFolder: () => Promise<string>
  /** Takes a received file over for good and tells what it is made of. */
  adopt: (receivedPath: string) => Promise<StoredFile>
  read: (key: string) => Promise<Readable>
  /** Removing what is gone already is no failure. */
  remove: (key: string) => Promise<void>
  /** Deletes received files nobody adopted within the hour, and what backups that were killed kept. */
  sweep: (now: Date) => Promise<void>
  /** From now until the release, files that are removed stay readable here. */
  hold: () => Promise<StorageHold>
}

/** Everything stored at some moment, for a backup: what its snapshot speaks of cannot vanish under it. */
export interface StorageHold {
  keys: () => Promise<string[]>
  /** Null for what was removed before the hold began. */
  read: (key: string) => Promise<Readable | null>
  release: () => Promise<void>
}

export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
  /** Hex. */
  sha256: string
}

const ABANDONED_AFTER_MS = 3_600_000
const KEY = /^[0-9a-f]{48}$/
const SHELF = /^[0-9a-f]{2}$/

/** Files in a folder of this machine. */
export function localFileStorage(folder: string): FileStorage {
  const receiving = join(folder, 'receiving')
  const holds = join(folder, 'held')
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('Not a storage key')
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async receivingFolder() {
      await mkdir(receiving, { recursive: true })
      return receiving
    },
    async adopt(receivedPath) {
      const key = randomBytes(24).toString('hex')
      const digest = await flushAndDigest(receivedPath)
      const shelf = join(folder, key.slice(0, 2))
      const made = await mkdir(shelf, { recursive: true })
      await rename(receivedPath, pathOf(key))
      // The file's name is in the shelf, and a new shelf's name in the folder.
      await flush(shelf)
      if (made !== undefined) await flush(folder)
      return { key, ...digest }
    },
    async read(key) {
      const handle = await open(pathOf(key))
      return handle.createReadStream()
    },
    async remove(key) {
      // A backup that begins after this look takes a snapshot that no longer speaks of the file.
      for (const hold of await readdir(holds).catch(() => [])) {
        await keepAs(pathOf(key), join(holds, hold, key)).catch(unlessMissing)
      }
      await rm(pathOf(key), { force: true })
    },
    async sweep(now) {
      await mkdir(receiving, { recursive: true })
      for (const name of await readdir(receiving)) {
        const path = join(receiving, name)
        const { mtimeMs } = await stat(path)
        if (now.getTime() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
      }
      await sweepScratch(holds, 'backup')
    },
    async hold() {
      const held = await makeScratch(holds, 'backup')
      const bytesOf = async (path: string) => (await open(path)).createReadStream()
      return {
        // What is removed meanwhile is held before it leaves its shelf, so the shelves come first.
        keys: async () => [...new Set([...(await storedKeys(folder)), ...(await readdir(held))])],
        read: async (key) =>
          (await bytesOf(pathOf(key)).catch(unlessMissing)) ??
          (await bytesOf(join(held, key)).catch(unlessMissing)),
        async release() {
          // Out of reach of removals under way, which would add to it while it goes.
          const released = join(receiving, basename(held))
          await mkdir(receiving, { recursive: true })
          await rename(held, released)
          await rm(released, { recursive: true, force: true })
        },
      }
    },
  }
}

async function storedKeys(folder: string): Promise<string[]> {
  const shelves = (await readdir(folder).catch(() => [])).filter((name) => SHELF.test(name))
  const names = await Promise.all(shelves.map((shelf) => readdir(join(folder, shelf))))
  return names.flat().filter((name) => KEY.test(name))
}

/** Null for a file that isn't there; any other failure stays one. */
function unlessMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

/** Makes sure the bytes are on the disk before anybody is told so. */
async function flushAndDigest(path: string): Promise<{ size: number; sha256: string }> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    digest.update(chunk)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}

export const openStorage = (config: { dataDir: string }): FileStorage =>
  localFileStorage(join(config.dataDir, 'files'))
