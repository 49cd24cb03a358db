import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { z } from 'zod'
import { decryptInto, encrypted, isEncrypted, readAt } from './backup-encryption.ts'

/** Names that an archive may contain; with any others, it isn't one of our backups. */
const ENTRY = /^(database\.(db|dump)|instance\.key|archive\.json|files\/[0-9a-f]{2}\/[0-9a-f]{48})$/

/** The comment at the end of every archive: this text and the digest of everything before the digest. */
const SEAL = 'Foyer archive, SHA-256 '
const DIGEST_CHARS = 64

/** Archives with this entry must have the comment; those without either are from an earlier version. */
const SEALED = 'archive.json'
/** In bytes; enough for the names of a hundred files. */
const MAX_REPORT_BYTES = 1024 * 1024

/** The files that were damaged or missing when the archive was created. */
const archivedDamage = z.object({
  damaged_count: z.int().default(0),
  damaged: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        agency_name: z.string().nullable(),
        state: z.enum(['damaged', 'missing']),
      }),
    )
    .default([]),
})
export type ArchivedDamage = z.output<typeof archivedDamage>

const DAMAGED = 'The backup is damaged: its checksum doesn’t match.'

/** A file on disk, or bytes read when they are needed. */
export type ArchiveEntry = { name: string } & ({ path: string } | { bytes: Readable })

/** Streams the entries as an archive, encrypted if there is a passphrase, using little memory. */
export async function* archiveOf(
  entries: AsyncIterable<ArchiveEntry>,
  passphrase: string | null,
  damaged: () => ArchivedDamage = () => ({ damaged_count: 0, damaged: [] }),
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
        // Open only one file at a time.
        await finished(reading)
      }
    }
    zip.addBuffer(Buffer.from(JSON.stringify({ format: 2, ...damaged() })), SEALED)
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

/** Writes an archive to a file and syncs it to disk. */
export const writeArchive = (path: string, archive: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(archive, createWriteStream(path, { mode: 0o600, flush: true }))

/** Replaces the last characters with the digest of everything before them. */
async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = Buffer.concat([pending, chunk])
    const end = Math.max(0, bytes.length - DIGEST_CHARS)
    digest.update(bytes.subarray(0, end))
    yield bytes.subarray(0, end)
    pending = bytes.subarray(end)
  }
  yield Buffer.from(digest.digest('hex'))
}

export interface Unpacked extends ArchivedDamage {
  names: string[]
}

/**
 * Unpacks an archive into the folder, uploads into one that may be on another disk, and returns what it contained;
 * throws if it is damaged or not a backup.
 */
export async function unpackArchive(
  path: string,
  folder: string,
  passphrase: string | null,
  uploadsFolder = folder,
): Promise<Unpacked> {
  for (const place of [folder, uploadsFolder]) await mkdir(place, { recursive: true, mode: 0o700 })
  const plain = (await isEncrypted(path))
    ? await decryptInto(join(uploadsFolder, 'archive.zip'), path, passphrase)
    : path
  const sealed = await checkSeal(plain)
  const folderOf = (name: string) => (name.startsWith('files/') ? uploadsFolder : folder)
  await requireRoom(plain, folderOf)
  const zip = await yauzl.openPromise(plain)
  const names = new Set<string>()
  let manifest: unknown = {}
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    const isSeal = fileName === SEALED
    if (isSeal && !sealed) throw new Error(DAMAGED)
    const bytes = await zip.openReadStreamPromise(entry)
    // The reader may emit more than one error for an entry that is too long; only the first matters.
    bytes.on('error', () => {})
    const checked = (source: AsyncIterable<Buffer>) => checksum(source, entry.crc32)
    if (isSeal) {
      await pipeline(bytes, checked, async (source) => {
        manifest = JSON.parse(await text(source))
      })
      continue
    }
    const target = join(folderOf(fileName), fileName)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(bytes, checked, createWriteStream(target, { mode: 0o600, flush: true }))
    names.add(fileName)
  }
  if (plain !== path) await rm(plain)
  return { names: [...names], ...archivedDamage.parse(manifest) }
}

/** Reads the archive's listing: nothing is written before it is known to be ours and to fit on the disks. */
async function requireRoom(path: string, folderOf: (name: string) => string): Promise<void> {
  const zip = await yauzl.openPromise(path)
  const names = new Set<string>()
  const sizes = new Map<string, number>()
  for await (const { fileName, uncompressedSize } of zip.eachEntry()) {
    if (!ENTRY.test(fileName)) throw new Error(`The backup contains an unexpected file: ${fileName}`)
    if (names.has(fileName)) throw new Error(`The backup contains a file twice: ${fileName}`)
    if (fileName === SEALED && uncompressedSize > MAX_REPORT_BYTES) throw new Error(DAMAGED)
    names.add(fileName)
    const folder = folderOf(fileName)
    sizes.set(folder, (sizes.get(folder) ?? 0) + uncompressedSize)
  }
  for (const [folder, size] of sizes) {
    const { bavail, bsize } = await statfs(folder)
    if (size <= bavail * bsize) continue
    const [needed, free] = [size, bavail * bsize].map((bytes) => `${Math.ceil(bytes / 1024 ** 2)} MB`)
    throw new Error(`The unpacked backup needs ${needed}, but only ${free} is free in ${folder}.`)
  }
}

/** Returns true for an intact archive and false for one without a digest; throws otherwise. */
async function checkSeal(path: string): Promise<boolean> {
  const { size } = await stat(path)
  const end = await readAt(path, Math.max(0, size - SEAL.length - DIGEST_CHARS), SEAL.length + DIGEST_CHARS)
  if (!end.toString('latin1').startsWith(SEAL)) return false
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - DIGEST_CHARS - 1 })) digest.update(chunk)
  if (digest.digest('hex') !== end.toString('latin1', SEAL.length)) throw new Error(DAMAGED)
  return true
}

/** Passes the bytes through and checks their CRC-32, which the archive reader doesn't. */
async function* checksum(source: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let sum = 0
  for await (const chunk of source) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== expected) throw new Error(DAMAGED)
}
