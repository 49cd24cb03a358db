import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { createWriteStream, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import yazl from 'yazl'
import {
  type ArchiveEntry,
  archiveOf,
  unpackArchive,
  writeArchive,
} from '#server/base/adapters/backups/backup-archive.ts'
import { decryptInto, encrypted } from '#server/base/adapters/backups/backup-encryption.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { moveFile } from '#server/base/core/durable-files.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const KEY = 'ab'.repeat(24)

async function pack(passphrase: string | null = null): Promise<string> {
  const place = temporaryFolder()
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

/** The file with one bit of one byte flipped. */
function flipped(path: string, position: number, bit: number): string {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(position) ^ (1 << bit), position)
  const copy = join(temporaryFolder(), 'flipped.zip')
  writeFileSync(copy, bytes)
  return copy
}

describe('a plain archive', () => {
  test('is restored as written', async () => {
    const target = temporaryFolder()
    expect((await unpackArchive(await pack(), target, null)).names).toEqual([
      'database.db',
      `files/ab/${KEY}`,
    ])
    expect(readFileSync(join(target, 'files', 'ab', KEY), 'utf8')).toBe('a database '.repeat(2000))
  })

  test('is rejected with any bit changed', async () => {
    const path = await pack()
    const { length } = readFileSync(path)
    const accepted: number[] = []
    for (let turn = 0; turn < 300; turn++) {
      const position = Math.floor((turn * length) / 300)
      const refused = await unpackArchive(flipped(path, position, turn % 8), temporaryFolder(), null).then(
        () => false,
        () => true,
      )
      if (!refused) accepted.push(position)
    }
    expect(accepted).toEqual([])
  })

  test('of an earlier version, without a digest, is rejected with its content changed', async () => {
    const path = join(temporaryFolder(), 'earlier.zip')
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from('a database'), 'database.db', { compress: false })
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(path))
    expect((await unpackArchive(path, temporaryFolder(), null)).names).toEqual(['database.db'])
    const position = readFileSync(path).indexOf('a database')
    await expect(unpackArchive(flipped(path, position, 0), temporaryFolder(), null)).rejects.toThrow(
      'damaged',
    )
  })

  test("isn't completed if a source can't be read", async () => {
    const path = join(temporaryFolder(), 'broken.zip')
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      yield { name: 'database.db', path: join(temporaryFolder(), 'absent.db') }
    }
    await expect(writeArchive(path, archiveOf(entries(), null))).rejects.toThrow('ENOENT')
  })
})

describe('an encrypted archive', () => {
  const MEGABYTE = 1024 * 1024
  const HEAD_BYTES = 24
  const SEALED_BYTES = MEGABYTE + 16

  async function* piecesOf(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000)
  }
  const encryptTo = async (bytes: Buffer) => {
    const path = join(temporaryFolder(), 'archive.enc')
    await writeArchive(path, encrypted(piecesOf(bytes), 'secret'))
    return path
  }
  const decrypt = async (path: string) => readFileSync(await decryptInto(`${path}.plain`, path, 'secret'))

  test.each([0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 3 * MEGABYTE, 5_000_000])(
    'of %i bytes is restored as written',
    async (size) => {
      const bytes = randomBytes(size)
      const path = await encryptTo(bytes)
      expect((await decrypt(path)).equals(bytes)).toBe(true)
      expect(readFileSync(path).length).toBe(HEAD_BYTES + size + 16 * Math.max(1, Math.ceil(size / MEGABYTE)))
    },
  )

  test('is rejected with a chunk missing, moved or truncated, or any byte changed', async () => {
    const bytes = readFileSync(await encryptTo(randomBytes(3 * MEGABYTE)))
    const head = bytes.subarray(0, HEAD_BYTES)
    const chunk = (index: number) => {
      const start = HEAD_BYTES + index * SEALED_BYTES
      return bytes.subarray(start, start + SEALED_BYTES)
    }
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(2_000_000) ^ 1, 2_000_000)
    const spoilt = {
      'without its last chunk': [head, chunk(0), chunk(1)],
      'without its first chunk': [head, chunk(1), chunk(2)],
      'with two chunks swapped': [head, chunk(1), chunk(0), chunk(2)],
      'cut off': [bytes.subarray(0, -1)],
      'with only its header': [head],
      'with a byte changed': [changed],
    }
    for (const [what, parts] of Object.entries(spoilt)) {
      const path = join(temporaryFolder(), 'spoilt.enc')
      writeFileSync(path, Buffer.concat(parts))
      await expect(decrypt(path), what).rejects.toThrow('damaged, or BACKUP_KEY')
    }
  })

  test('of an earlier version, with a single tag, can still be read', async () => {
    const [salt, nonce, bytes] = [randomBytes(16), randomBytes(12), readFileSync(await pack())]
    const cipher = createCipheriv('aes-256-gcm', scryptSync('secret', salt, 32), nonce)
    const sealed = [cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
    const path = join(temporaryFolder(), 'earlier.zip.enc')
    writeFileSync(path, Buffer.concat([Buffer.from('FOYERBK1'), salt, nonce, ...sealed]))
    expect((await unpackArchive(path, temporaryFolder(), 'secret')).names).toEqual([
      'database.db',
      `files/ab/${KEY}`,
    ])
    await expect(unpackArchive(flipped(path, 500, 3), temporaryFolder(), 'secret')).rejects.toThrow('damaged')
  })
})

describe.skipIf(process.platform !== 'linux')('durability', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** The paths synced from now on. */
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

  test("an upload's bytes, name and new folder are synced before it is acknowledged", async () => {
    const dataDir = temporaryFolder()
    const storage = openStorage({ dataDir })
    const received = join(await storage.receivingFolder(), 'received')
    writeFileSync(received, 'a drawing')
    const synced = await watchSyncs()
    const { key } = await storage.adopt(received)
    const files = join(dataDir, 'files')
    expect(synced).toEqual([received, join(files, key.slice(0, 2)), files])
  })

  test("an archive's bytes are synced before it is renamed, and then its name", async () => {
    const fs = process.getBuiltinModule('node:fs')
    const original = fs.fsync
    const synced = await watchSyncs()
    vi.spyOn(fs, 'fsync').mockImplementation((fd, done) => {
      synced.push(readlinkSync(`/proc/self/fd/${fd}`))
      original(fd, done)
    })
    const [draft, place] = [await pack(), temporaryFolder()]
    await moveFile(draft, join(place, 'archive.zip'))
    expect(synced).toEqual([draft, place])
  })
})
