import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A new folder that is removed when the test ends. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = newFolder(parent)
  onTestFinished(() => remove(folder))
  return folder
}

/** One for all tests of a file: called outside of them and of hooks. */
export function sharedTemporaryFolder(): string {
  const folder = newFolder(tmpdir())
  afterAll(() => remove(folder))
  return folder
}

const newFolder = (parent: string): string => mkdtempSync(join(parent, 'foyer-'))

// A server that was just stopped may still be writing.
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
