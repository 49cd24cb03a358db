import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { readConfig, readInstanceKey } from '#server/base/core/config.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { createBackup } from '#server/overview/platform/backups/commands/create-backup.ts'
import { openPortal } from '#server/portal.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

/** A data folder as created on a shared machine: world-readable. */
function openFolder() {
  const before = process.umask(0o022)
  const dataDir = join(temporaryFolder(), 'data')
  onTestFinished(() => {
    process.umask(before)
  })
  return dataDir
}

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The permissions of every folder and file below. */
function rightsBelow(folder: string): { folders: string[]; files: string[] } {
  const found = { folders: new Set([rights(folder)]), files: new Set<string>() }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    found[entry.isDirectory() ? 'folders' : 'files'].add(rights(join(entry.parentPath, entry.name)))
  }
  return { folders: [...found.folders], files: [...found.files] }
}

async function open(dataDir: string) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const portal = await openPortal(readConfig({ DATA_DIR: dataDir }), log)
  onTestFinished(() => portal.close())
  return { portal, warnings: () => lines.join('') }
}

test('all files the portal writes are private to its user', async () => {
  const dataDir = openFolder()
  const { portal, warnings } = await open(dataDir)
  readInstanceKey(dataDir)
  const storage = openStorage(portal.services.config)
  const received = join(await storage.receivingFolder(), 'upload')
  writeFileSync(received, 'A note')
  await storage.adopt(received)
  await createBackup(systemContext({ services: portal.services }), 'manual')
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(['foyer.db', 'foyer.db-wal', 'backups', 'files']),
  )
  expect(rightsBelow(dataDir)).toEqual({ folders: ['700'], files: ['600'] })
  expect(warnings()).toBe('')
})

test("world-readable files of earlier versions are fixed at startup with a warning; others aren't", async () => {
  const dataDir = openFolder()
  const earlier = await openPortal(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  await earlier.close()
  chmodSync(join(dataDir, 'foyer.db'), 0o644)
  process.umask(0o022)
  mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'ab', 'upload'), 'A contract')
  writeFileSync(join(dataDir, 'notes.txt'), 'Not ours')
  chmodSync(dataDir, 0o755)
  const { warnings } = await open(dataDir)
  expect(warnings()).toContain('data was accessible to other users of this machine; their access was removed')
  const own = ['', 'files', 'files/ab', 'files/ab/upload'].map((path) => rights(join(dataDir, path)))
  expect(own).toEqual(['700', '700', '700', '600'])
  expect(rights(join(dataDir, 'notes.txt'))).toBe('644')
  expect(rights(join(dataDir, 'foyer.db'))).toBe('600')
})
