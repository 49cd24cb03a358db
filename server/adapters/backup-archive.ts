import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import yazl from 'yazl'

/** Starts an encrypted archive; then salt, IV, the ciphertext and GCM's tag. */
const MAGIC = Buffer.from('FOYERBK1')
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES + IV_BYTES

/** What an archive may hold; anything else is no backup of ours. */
const ENTRY = /^(database\.(db|dump)|instance\.key|archive\.json|files\/[0-9a-f]{2}\/[0-9a-f]{48})$/

/** The comment every archive ends with: this, and the digest of everything before the digest. */
const SEAL = 'Foyer archive, SHA-256 '
const DIGEST_CHARS = 64

/** An archive with this entry has the comment: one without either is of a version before it. */
const SEALED = 'archive.json'

const DAMAGED = 'The backup is damaged: its content is not what was written.'

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, (error, key) => (error === null ? resolve(key) : reject(error)))
  })

/** A file as it lies on the disk, or bytes that are read when their turn comes. */
export type ArchiveEntry = { name: string } & ({ path: string } | { bytes: Readable })

/** The entries as one archive, encrypted when there is a passphrase: made as it is read, so it needs little memory. */
export async function* archiveOf(
  entries: AsyncIterable<ArchiveEntry>,
  passphrase: string | null,
): AsyncGenerator<Buffer> {
  const zip = new yazl.ZipFile()
  const bytes = new PassThrough()
  let reading: Readable | undefined
  zip.on('error', (error: Error) => bytes.destroy(error))
  zip.outputStream.pipe(bytes)
  const fill = async () => {
    for await (const entry of entries) {
      if ('path' in entry) zip.addFile(entry.path, entry.name)
      else {
        reading = entry.bytes
        zip.addReadStream(reading, entry.name)
        // One file is open at a time.
        await finished(reading)
      }
    }
    zip.addBuffer(Buffer.from('{"format":2}'), SEALED)
    zip.end({ forceZip64Format: false, comment: SEAL + '0'.repeat(DIGEST_CHARS) })
  }
  const filled = fill().catch((error) => void bytes.destroy(error))
  try {
    yield* passphrase === null ? seal(bytes) : encrypted(seal(bytes), passphrase)
    await filled
  } finally {
    bytes.destroy()
    reading?.destroy()
  }
}

/** Writes an archive to a file and down to the disk. */
export const writeArchive = (path: string, archive: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(archive, createWriteStream(path, { mode: 0o600, flush: true }))

/** Writes the digest of everything before it in place of the last characters. */
async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = Buffer.concat([held, chunk])
    const end = Math.max(0, bytes.length - DIGEST_CHARS)
    digest.update(bytes.subarray(0, end))
    yield bytes.subarray(0, end)
    held = bytes.subarray(end)
  }
  yield Buffer.from(digest.digest('hex'))
}

async function* encrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), iv)
  yield Buffer.concat([MAGIC, salt, iv])
  for await (const chunk of source) yield cipher.update(chunk)
  yield cipher.final()
  yield cipher.getAuthTag()
}

/** Unpacks an archive into the folder and returns the names found; throws when it is damaged or not ours. */
export async function unpackArchive(
  path: string,
  folder: string,
  passphrase: string | null,
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const plain = (await isEncrypted(path)) ? await decryptInto(folder, path, passphrase) : path
  const sealed = await checkSeal(plain)
  const zip = await yauzl.openPromise(plain)
  const names: string[] = []
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    if (!ENTRY.test(fileName)) throw new Error(`The backup holds a foreign file: ${fileName}`)
    if (fileName === SEALED && !sealed) throw new Error(DAMAGED)
    if (fileName === SEALED) continue
    const target = join(folder, fileName)
    await mkdir(dirname(target), { recursive: true })
    const file = createWriteStream(target, { mode: 0o600, flush: true })
    await pipeline(await zip.openReadStreamPromise(entry), checksum(entry.crc32), file)
    names.push(fileName)
  }
  if (plain !== path) await rm(plain)
  return names
}

/** True for an archive that is as it was written, false for one without a digest; throws for any other. */
async function checkSeal(path: string): Promise<boolean> {
  const { size } = await stat(path)
  const end = await readAt(path, Math.max(0, size - SEAL.length - DIGEST_CHARS), SEAL.length + DIGEST_CHARS)
  if (!end.toString('latin1').startsWith(SEAL)) return false
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - DIGEST_CHARS - 1 })) digest.update(chunk)
  if (digest.digest('hex') !== end.toString('latin1', SEAL.length)) throw new Error(DAMAGED)
  return true
}

/** Lets bytes with this CRC-32 pass; the reader of the archive doesn't look at it. */
const checksum = (expected: number) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sum = 0
    for await (const chunk of source) {
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (sum !== expected) throw new Error(DAMAGED)
  }

/** Nothing of the plain text is used before its tag proved that nobody changed it. */
async function decryptInto(folder: string, path: string, passphrase: string | null): Promise<string> {
  if (passphrase === null) throw new Error('This backup is encrypted: set BACKUP_KEY to its passphrase.')
  const { size } = await stat(path)
  const head = await readAt(path, 0, HEAD_BYTES)
  const tag = await readAt(path, size - TAG_BYTES, TAG_BYTES)
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const iv = head.subarray(MAGIC.length + SALT_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(passphrase, salt), iv).setAuthTag(tag)
  const plain = join(folder, 'archive.zip')
  const ciphertext = createReadStream(path, { start: HEAD_BYTES, end: size - TAG_BYTES - 1 })
  try {
    await pipeline(ciphertext, decipher, createWriteStream(plain, { mode: 0o600 }))
  } catch {
    throw new Error('The backup is damaged, or BACKUP_KEY is not the one it was made with.')
  }
  return plain
}

export const isEncrypted = async (path: string): Promise<boolean> =>
  (await readAt(path, 0, MAGIC.length)).equals(MAGIC)

async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
