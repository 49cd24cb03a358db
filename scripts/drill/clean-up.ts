import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const undone: (() => void)[] = []

/** Has this done when the drills end, however they end; it must bear being done already. */
export function atEnd(undo: () => void): void {
  undone.push(undo)
}

/** The newest first: a folder goes after the server that uses it. */
export function cleanUp(): void {
  for (const undo of undone.splice(0).reverse()) undo()
}

/** A folder that goes with the drills. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-drill-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
