import { createWriteStream, existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import yazl from 'yazl'
import { unpackArchive } from '#server/base/adapters/backups/backup-archive.ts'
import { restoreBackup } from '#server/overview/platform/backups/commands/restore.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const KEY = 'ab'.repeat(24)
const FILE = `files/ab/${KEY}`

/** An archive without a digest, as written by earlier versions, with modified bytes. */
async function archiveWith(
  fill: (zip: yazl.ZipFile) => void,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const path = join(temporaryFolder(), 'hostile.zip')
  const zip = new yazl.ZipFile()
  fill(zip)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  writeFileSync(path, change(readFileSync(path)))
  return path
}

/** Replaces all occurrences of a text by another of the same length. */
const renamed = (from: string, to: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to.padEnd(from.length, 'x')), 'latin1')

test.each([
  ['leads out of the folder', '../../../../evil'],
  ['is absolute', '/tmp/foyer-evil'],
  ['leads out of it on Windows', '..\\..\\evil'],
  ['has a NUL', 'files/ab/\0evil'],
  ['hides a parent step behind a known name', 'files/ab/../../../evil'],
  ['is unknown', 'foyer.db-wal'],
])('a name that %s is rejected before anything is written', async (_what, name) => {
  const path = await archiveWith(
    (zip) => {
      zip.addBuffer(Buffer.from('a database'), 'database.db')
      zip.addBuffer(Buffer.from('evil'), FILE)
    },
    renamed(FILE, name),
  )
  const target = temporaryFolder()
  await expect(unpackArchive(path, target, null)).rejects.toThrow()
  expect(readdirSync(target)).toEqual([])
})

test('a link in an archive becomes a regular file', async () => {
  const path = await archiveWith((zip) =>
    zip.addBuffer(Buffer.from('/etc/passwd'), FILE, { mode: 0o120_777 }),
  )
  const target = temporaryFolder()
  await unpackArchive(path, target, null)
  expect(lstatSync(join(target, FILE)).isFile()).toBe(true)
  expect(readFileSync(join(target, FILE), 'utf8')).toBe('/etc/passwd')
})

test('a duplicate name is rejected', async () => {
  const path = await archiveWith((zip) => {
    zip.addBuffer(Buffer.from('one'), FILE)
    zip.addBuffer(Buffer.from('two'), FILE)
  })
  await expect(unpackArchive(path, temporaryFolder(), null)).rejects.toThrow('twice')
})

test('an entry larger than declared is cut off', async () => {
  const real = Buffer.alloc(4)
  real.writeUInt32LE(50 * 1024 * 1024)
  const path = await archiveWith(
    (zip) => zip.addBuffer(Buffer.alloc(50 * 1024 * 1024), 'database.db'),
    (bytes) => {
      for (let at = bytes.indexOf(real); at >= 0; at = bytes.indexOf(real, at)) bytes.writeUInt32LE(1000, at)
      return bytes
    },
  )
  const target = temporaryFolder()
  await expect(unpackArchive(path, target, null)).rejects.toThrow()
  const written = existsSync(join(target, 'database.db')) ? lstatSync(join(target, 'database.db')).size : 0
  expect(written).toBeLessThan(1024 * 1024)
})

test('an archive that needs more space than available is rejected before anything is written', async () => {
  const path = await archiveWith((zip) => zip.addBuffer(Buffer.alloc(5000), 'database.db'))
  const fs = process.getBuiltinModule('node:fs/promises')
  vi.spyOn(fs, 'statfs').mockResolvedValue({ bavail: 4, bsize: 1024 } as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const target = temporaryFolder()
  await expect(unpackArchive(path, target, null)).rejects.toThrow('only 1 MB is free')
  expect(readdirSync(target)).toEqual([])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a letter', Buffer.from('Dear Sir')],
  ['a truncated encrypted archive', Buffer.from('FOYERBK2')],
  ['a foreign archive', null],
])('restoring %s is rejected and leaves the portal unchanged', async (_what, bytes) => {
  const path =
    bytes === null
      ? await archiveWith((zip) => zip.addBuffer(Buffer.from('hello'), 'holiday.jpg'))
      : join(temporaryFolder(), 'backup.zip')
  if (bytes !== null) writeFileSync(path, bytes)
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'instance.key'), 'the key')
  const config = { dataDir, databaseUrl: `file:${join(dataDir, 'foyer.db')}`, backupKey: 'a passphrase' }
  await expect(restoreBackup(config, path, TEST_NOW)).rejects.toThrow()
  expect(readdirSync(dataDir)).toEqual(['instance.key'])
  expect(readFileSync(join(dataDir, 'instance.key'), 'utf8')).toBe('the key')
})
