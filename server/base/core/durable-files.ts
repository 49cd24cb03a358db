import { chmod, copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Syncs a file's content, or a folder's entries, to disk so that they survive a power failure. */
export async function flush(path: string): Promise<void> {
  // Windows can't open folders, and syncs their entries by itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Closes the file to other users, where the file system lets its owner: a mounted share refuses that. */
export async function closeFile(path: string): Promise<void> {
  try {
    await chmod(path, 0o600)
  } catch (error) {
    if (!REFUSALS.includes(codeOf(error) ?? '')) throw error
  }
}

const REFUSALS = ['EPERM', 'ENOTSUP']

/** Moves the file atomically, copying if the target is on another disk. */
export async function moveFile(from: string, to: string): Promise<void> {
  await moveUnsynced(from, to)
  await flush(dirname(to))
}

/** The same for callers that sync the folder themselves, once for many files. */
export async function moveUnsynced(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyWhole(from, to)
    await rm(from)
  }
}

/**
 * Gives the file a second name, copying if the file system has no hard links. Doesn't overwrite an existing
 * file.
 */
export async function keepAs(path: string, copy: string): Promise<void> {
  try {
    await link(path, copy)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return
    if (code === 'ENOENT') throw error
    await copyWhole(path, copy)
  }
  await flush(dirname(copy))
}

async function copyWhole(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  await copyFile(from, draft)
  await flush(draft)
  await rename(draft, to)
}

/** The system's or driver's error code, such as `ENOENT`; undefined if there is none. */
export const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** Returns null for the error of a missing file; rethrows any other. */
export function unlessMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
