import { createWriteStream, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import yazl from 'yazl'
import { type ArchiveEntry, archiveOf, unpackArchive, writeArchive } from '#server/adapters/backup-archive.ts'
import { openStorage } from '#server/adapters/storage.ts'
import { moveFile } from '#server/core/durable.ts'

const KEY = 'ab'.repeat(24)

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'foyer-archives-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function pack(passphrase: string | null = null): Promise<string> {
  const place = folder()
  const database = join(place, 'database.db')
  writeFileSync(database, 'a database '.repeat(2000))
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield { name: 'database.db', path: database }
    yield { name: `files/ab/${KEY}`, path: database }
  }
  const path = join(place, 'archive.zip')
  await writeArchive(path, archiveOf(entries(), passphrase))
  return path
}

/** The file with one bit of one byte changed. */
function flipped(path: string, position: number, bit: number): string {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(position) ^ (1 << bit), position)
  const copy = join(folder(), 'flipped.zip')
  writeFileSync(copy, bytes)
  return copy
}

describe('a plain archive', () => {
  test('comes back as it was written', async () => {
    const target = folder()
    expect(await unpackArchive(await pack(), target, null)).toEqual(['database.db', `files/ab/${KEY}`])
    expect(readFileSync(join(target, 'files', 'ab', KEY), 'utf8')).toBe('a database '.repeat(2000))
  })

  test('is refused with any bit changed', async () => {
    const path = await pack()
    const { length } = readFileSync(path)
    const accepted: number[] = []
    for (let turn = 0; turn < 300; turn++) {
      const position = Math.floor((turn * length) / 300)
      const refused = await unpackArchive(flipped(path, position, turn % 8), folder(), null).then(
        () => false,
        () => true,
      )
      if (!refused) accepted.push(position)
    }
    expect(accepted).toEqual([])
  })

  test('of an earlier version, without a digest, is refused with its content changed', async () => {
    const path = join(folder(), 'earlier.zip')
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from('a database'), 'database.db', { compress: false })
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(path))
    expect(await unpackArchive(path, folder(), null)).toEqual(['database.db'])
    const position = readFileSync(path).indexOf('a database')
    await expect(unpackArchive(flipped(path, position, 0), folder(), null)).rejects.toThrow('damaged')
  })

  test('whose source cannot be read is not written to its end', async () => {
    const path = join(folder(), 'broken.zip')
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield { name: 'database.db', path: join(folder(), 'absent.db') }
    }
    await expect(writeArchive(path, archiveOf(entries(), null))).rejects.toThrow('ENOENT')
  })
})

describe.skipIf(process.platform !== 'linux')('down to the disk', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** The paths that are synced from now on. */
  async function watchSyncs(): Promise<string[]> {
    const handle = await open('.')
    const proto = Object.getPrototypeOf(handle) as { sync: (this: { fd: number }) => Promise<void> }
    await handle.close()
    const original = proto.sync
    const synced: string[] = []
    vi.spyOn(proto, 'sync').mockImplementation(function (this: { fd: number }) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
      return original.call(this)
    })
    return synced
  }

  test('an upload’s bytes, its name and its new folder are there before anybody is told so', async () => {
    const dataDir = folder()
    const storage = openStorage({ dataDir })
    const received = join(await storage.receivingFolder(), 'received')
    writeFileSync(received, 'a drawing')
    const synced = await watchSyncs()
    const { key } = await storage.adopt(received)
    const files = join(dataDir, 'files')
    expect(synced).toEqual([received, join(files, key.slice(0, 2)), files])
  })

  test('an archive’s bytes are there before it gets its name, and then the name', async () => {
    const fs = process.getBuiltinModule('node:fs')
    const original = fs.fsync
    const synced = await watchSyncs()
    vi.spyOn(fs, 'fsync').mockImplementation((fd, done) => {
      synced.push(readlinkSync(`/proc/self/fd/${fd}`))
      original(fd, done)
    })
    const [draft, place] = [await pack(), folder()]
    await moveFile(draft, join(place, 'archive.zip'))
    expect(synced).toEqual([draft, place])
  })
})
