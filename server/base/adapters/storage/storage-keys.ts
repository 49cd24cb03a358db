import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../../core/durable-files.ts'

const KEY = /^[0-9a-f]{48}$/
const ABANDONED_AFTER_MS = 3_600_000

export const makeKey = (): string => randomBytes(24).toString('hex')

export const isKey = (name: string): boolean => KEY.test(name)

/** The path of a key, relative to the storage's folder or prefix. */
export function placeOf(key: string): string {
  if (!isKey(key)) throw new Error('Not a storage key')
  return `${key.slice(0, 2)}/${key}`
}

/** The folder for incoming uploads of any storage: their first bytes decide whether they are accepted. */
export async function receivingFolder(folder: string): Promise<string> {
  const receiving = join(folder, 'receiving')
  await mkdir(receiving, { recursive: true })
  return receiving
}

/** Deletes uploads not taken over within an hour. */
export async function sweepReceived(folder: string, now: Date): Promise<void> {
  const receiving = await receivingFolder(folder)
  for (const name of await readdir(receiving)) {
    const path = join(receiving, name)
    const received = await stat(path).catch(unlessMissing)
    // Another process may have taken it over or deleted it.
    if (received !== null && now.getTime() - received.mtimeMs > ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}
