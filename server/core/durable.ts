import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes sure that what was written to the file, or the names in the folder, survive a loss of power. */
export async function flush(path: string): Promise<void> {
  // Windows opens no folders, and keeps their names by itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Moves the file, by a copy where the target is on another disk; nobody sees half of it. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyWhole(from, to)
    await rm(from)
  }
  await flush(dirname(to))
}

/** Gives the file a second name, by a copy where the file system has no hard links. A name taken stays. */
export async function keepAs(path: string, kept: string): Promise<void> {
  try {
    await link(path, kept)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return
    if (code === 'ENOENT') throw error
    await copyWhole(path, kept)
  }
  await flush(dirname(kept))
}

async function copyWhole(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  await copyFile(from, draft)
  await flush(draft)
  await rename(draft, to)
}

/** The system's or the driver's code of a failure, such as `ENOENT`; undefined where it has none. */
export const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** Null for a file that isn't there; any other failure stays one. */
export function unlessMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}
