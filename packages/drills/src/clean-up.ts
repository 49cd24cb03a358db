import { rmSync } from 'node:fs'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'

const undone: (() => void)[] = []

/** Registers cleanup for the end of the drills, however they end; it must be idempotent. */
export function atEnd(undo: () => void): void {
  undone.push(undo)
}

/** Newest first: a folder is removed after the server that uses it. */
export function cleanUp(): void {
  for (const undo of undone.splice(0).reverse()) undo()
}

/** A folder removed after the drills. */
export async function scratchFolder(): Promise<string> {
  const folder = await newTemporaryFolder('foyer-drill')
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
