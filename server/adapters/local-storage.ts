import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { flush, keepAs, unlessMissing } from '../core/durable.ts'
import { makeScratch, sweepScratch } from '../core/scratch.ts'
import type { FileStorage, KeyedFile } from './file-storage.ts'
import { digestOf } from './pieces.ts'
import { isKey, makeKey, placeOf, receivingFolder, sweepReceived } from './storage-keys.ts'

const SHELF = /^[0-9a-f]{2}$/

/** Files in a folder of this machine. */
export function localStorage(folder: string): FileStorage {
  const holds = join(folder, 'held')
  const pathOf = (key: string): string => join(folder, placeOf(key))
  const place = async (files: readonly KeyedFile[]) => {
    const shelves = new Set<string>()
    let made: string | undefined
    for (const { key, path } of files) {
      const shelf = dirname(pathOf(key))
      made = (await mkdir(shelf, { recursive: true })) ?? made
      await rename(path, pathOf(key)).catch(unlessMissing)
      shelves.add(shelf)
    }
    // A file's name is in its shelf, and a new shelf's name in the folder.
    for (const shelf of shelves) await flush(shelf)
    if (made !== undefined) await flush(folder)
  }
  return {
    receivingFolder: () => receivingFolder(folder),
    place,
    async adopt(receivedPath) {
      const key = makeKey()
      const digest = await flushAndDigest(receivedPath)
      await place([{ key, path: receivedPath }])
      return { key, ...digest }
    },
    async read(key) {
      const handle = await open(pathOf(key))
      return handle.createReadStream()
    },
    sizeOf: async (key) => (await stat(pathOf(key)).catch(unlessMissing))?.size ?? null,
    async remove(key) {
      // A backup that begins after this look takes a snapshot that no longer speaks of the file.
      for (const hold of await readdir(holds).catch(() => [])) {
        await keepAs(pathOf(key), join(holds, hold, key)).catch(unlessMissing)
      }
      await rm(pathOf(key), { force: true })
    },
    async sweep(now) {
      await sweepReceived(folder, now)
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
          const released = join(await receivingFolder(folder), basename(held))
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
  return names.flat().filter((name) => isKey(name))
}

/** Makes sure the bytes are on the disk before anybody is told so. */
async function flushAndDigest(path: string): Promise<{ size: number; sha256: string }> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return digestOf(createReadStream(path))
}
