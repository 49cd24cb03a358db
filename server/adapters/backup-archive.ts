import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { decryptInto, encrypted, isEncrypted, readAt } from './backup-encryption.ts'

/** What an archive may hold; anything else is no backup of ours. */
const ENTRY = /^(database\.(db|dump)|instance\.key|archive\.json|files\/[0-9a-f]{2}\/[0-9a-f]{48})$/

/** The comment every archive ends with: this, and the digest of everything before the digest. */
const SEAL = 'Foyer archive, SHA-256 '
const DIGEST_CHARS = 64

/** An archive with this entry has the comment: one without either is of a version before it. */
const SEALED = 'archive.json'

const DAMAGED = 'The backup is damaged: its content is not what was written.'

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

/** Unpacks an archive into the folder and returns the names found; throws when it is damaged or not ours. */
export async function unpackArchive(
  path: string,
  folder: string,
  passphrase: string | null,
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const plain = (await isEncrypted(path))
    ? await decryptInto(join(folder, 'archive.zip'), path, passphrase)
    : path
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
