import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where uploaded files live. Keys are random, so that no name of a person's choosing reaches the disk. */
export interface FileStorage {
  /** A folder uploads are received in; what is left there by a crash is swept away later. */
  receivingFolder: () => Promise<string>
  /** Takes a received file over for good and tells what it is made of. */
  adopt: (receivedPath: string) => Promise<StoredFile>
  read: (key: string) => Promise<Readable>
  /** Removing what is gone already is no failure. */
  remove: (key: string) => Promise<void>
  /** Deletes received files nobody adopted within the hour. */
  sweep: (now: Date) => Promise<void>
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

/** Files in a folder of this machine. */
export function localFileStorage(folder: string): FileStorage {
  const receiving = join(folder, 'receiving')
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
      await mkdir(join(folder, key.slice(0, 2)), { recursive: true })
      await rename(receivedPath, pathOf(key))
      return { key, ...digest }
    },
    async read(key) {
      const handle = await open(pathOf(key))
      return handle.createReadStream()
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async sweep(now) {
      await mkdir(receiving, { recursive: true })
      for (const name of await readdir(receiving)) {
        const path = join(receiving, name)
        const { mtimeMs } = await stat(path)
        if (now.getTime() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
      }
    },
  }
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
