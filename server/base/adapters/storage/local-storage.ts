import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { flush, keepAs, moveUnsynced, unlessMissing } from '../../core/durable-files.ts'
import { createTemporaryFolder, removeTemporaryFolders } from '../../core/temporary-folders.ts'
import { checkedStream, StoredFileError } from './checked-stream.ts'
import type { FileStorage, KeyedFile } from './file-storage.ts'
import { digestOf } from './multipart.ts'
import { isKey, makeKey, placeOf, receivingFolder, sweepReceived } from './storage-keys.ts'

const SHELF = /^[0-9a-f]{2}$/

/** Stores files in a local folder. */
export function localStorage(folder: string): FileStorage {
  const holdsFolder = join(folder, 'held')
  const pathOf = (key: string): string => join(folder, placeOf(key))
  const place = async (files: readonly KeyedFile[]) => {
    const shelves = new Set<string>()
    let created: string | undefined
    for (const { key, path } of files) {
      const shelf = dirname(pathOf(key))
      created = (await mkdir(shelf, { recursive: true })) ?? created
      await moveUnsynced(path, pathOf(key)).catch(unlessMissing)
      shelves.add(shelf)
    }
    // Sync a file's entry in its subfolder, and a new subfolder's entry.
    for (const shelf of shelves) await flush(shelf)
    if (created !== undefined) await flush(folder)
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
    async read(key, digest = {}) {
      const bytes = await bytesOf(pathOf(key)).catch(unlessMissing)
      if (bytes === null) throw new StoredFileError('missing', key)
      return checkedStream(bytes, { key, digest })
    },
    sizeOf: async (key) => (await stat(pathOf(key)).catch(unlessMissing))?.size ?? null,
    async remove(key) {
      // A backup starting after this check takes a snapshot that no longer refers to the file.
      for (const hold of await readdir(holdsFolder).catch(() => [])) {
        await keepAs(pathOf(key), join(holdsFolder, hold, key)).catch(unlessMissing)
      }
      await rm(pathOf(key), { force: true })
    },
    async sweep(now) {
      await sweepReceived(folder, now)
      await removeTemporaryFolders(holdsFolder, 'backup')
    },
    async hold() {
      const holdFolder = await createTemporaryFolder(holdsFolder, 'backup')
      return {
        // A file being removed is added to the hold before it leaves its subfolder, so the subfolders are
        // listed first.
        keys: async () => [...new Set([...(await storedKeys(folder)), ...(await readdir(holdFolder))])],
        async read(key, digest = {}) {
          const bytes =
            (await bytesOf(pathOf(key)).catch(unlessMissing)) ??
            (await bytesOf(join(holdFolder, key)).catch(unlessMissing))
          return bytes === null ? null : checkedStream(bytes, { key, digest })
        },
        async release() {
          // Moved away first, so that concurrent removals can't add files while it is deleted.
          const released = join(await receivingFolder(folder), basename(holdFolder))
          await rename(holdFolder, released).catch(unlessMissing)
          await rm(released, { recursive: true, force: true })
        },
      }
    },
  }
}

const bytesOf = async (path: string) => (await open(path)).createReadStream()

async function storedKeys(folder: string): Promise<string[]> {
  const shelves = (await readdir(folder).catch(() => [])).filter((name) => SHELF.test(name))
  const names = await Promise.all(shelves.map((shelf) => readdir(join(folder, shelf))))
  return names.flat().filter((name) => isKey(name))
}

/** Syncs the bytes to disk before the file is reported as stored. */
async function flushAndDigest(path: string): Promise<{ size: number; sha256: string }> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return digestOf(createReadStream(path))
}
