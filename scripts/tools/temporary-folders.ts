import { chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { createTemporaryFolder, removeTemporaryFolders } from '#server/base/core/temporary-folders.ts'

/** A new folder for the purpose, after removing those that killed processes left. */
export async function newTemporaryFolder(purpose: string, parent = tmpdir()): Promise<string> {
  // Those of other users can't be removed.
  await removeTemporaryFolders(parent, purpose).catch(() => [])
  return createTemporaryFolder(parent, purpose)
}

const OF_RUN = 'foyer-run'

/**
 * Gathers the temporary files of this process, and of those it starts, in one folder, so that the next run removes
 * what a killed one left. Returns a function that removes the folder.
 */
export async function gatherTemporaryFiles(parent = tmpdir()): Promise<() => void> {
  // Part of a longer run; nested folders would make the paths of sockets too long.
  if (basename(tmpdir()).startsWith(`${OF_RUN}-`)) return () => {}
  const folder = await newTemporaryFolder(OF_RUN, parent)
  // PostgreSQL may run under another account.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
