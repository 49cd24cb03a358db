import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import yazl from 'yazl'

/** Starts an encrypted archive; then salt, IV, the ciphertext and GCM's tag. */
const MAGIC = Buffer.from('FOYERBK1')
const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES + IV_BYTES

/** What an archive may hold; anything else is no backup of ours. */
const ENTRY = /^(database\.(db|dump)|instance\.key|files\/[0-9a-f]{2}\/[0-9a-f]{48})$/

const deriveKey = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase, salt, 32)

export interface ArchiveEntry {
  name: string
  path: string
}

/** Writes the files as one archive, encrypted when there is a passphrase. */
export async function packArchive(
  path: string,
  entries: readonly ArchiveEntry[],
  passphrase: string | null,
): Promise<void> {
  const zip = new yazl.ZipFile()
  const bytes = new PassThrough()
  zip.on('error', (error: Error) => bytes.destroy(error))
  zip.outputStream.pipe(bytes)
  for (const { name, path: source } of entries) zip.addFile(source, name)
  zip.end()
  if (passphrase === null) await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
  else await encryptInto(path, bytes, passphrase)
}

async function encryptInto(path: string, bytes: Readable, passphrase: string): Promise<void> {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv)
  const file = createWriteStream(path, { mode: 0o600 })
  file.write(Buffer.concat([MAGIC, salt, iv]))
  await pipeline(
    bytes,
    cipher,
    async function* (source: AsyncIterable<Buffer>) {
      yield* source
      yield cipher.getAuthTag()
    },
    file,
  )
}

/** Unpacks an archive into the folder and returns the names found; throws when it is damaged or not ours. */
export async function unpackArchive(
  path: string,
  folder: string,
  passphrase: string | null,
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const plain = (await isEncrypted(path)) ? await decryptInto(folder, path, passphrase) : path
  const zip = await yauzl.openPromise(plain)
  const names: string[] = []
  for await (const entry of zip.eachEntry()) {
    if (!ENTRY.test(entry.fileName)) throw new Error(`The backup holds a foreign file: ${entry.fileName}`)
    const target = join(folder, entry.fileName)
    await mkdir(dirname(target), { recursive: true })
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o600 }))
    names.push(entry.fileName)
  }
  if (plain !== path) await rm(plain)
  return names
}

/** Nothing of the plain text is used before its tag proved that nobody changed it. */
async function decryptInto(folder: string, path: string, passphrase: string | null): Promise<string> {
  if (passphrase === null) throw new Error('This backup is encrypted: set BACKUP_KEY to its passphrase.')
  const { size } = await stat(path)
  const handle = await open(path)
  const head = Buffer.alloc(HEAD_BYTES)
  const tag = Buffer.alloc(TAG_BYTES)
  try {
    await handle.read(head, 0, HEAD_BYTES, 0)
    await handle.read(tag, 0, TAG_BYTES, size - TAG_BYTES)
  } finally {
    await handle.close()
  }
  const salt = head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const iv = head.subarray(MAGIC.length + SALT_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv).setAuthTag(tag)
  const plain = join(folder, 'archive.zip')
  const ciphertext = createReadStream(path, { start: HEAD_BYTES, end: size - TAG_BYTES - 1 })
  try {
    await pipeline(ciphertext, decipher, createWriteStream(plain, { mode: 0o600 }))
  } catch {
    throw new Error('The backup is damaged, or BACKUP_KEY is not the one it was made with.')
  }
  return plain
}

export async function isEncrypted(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const start = Buffer.alloc(MAGIC.length)
    await handle.read(start, 0, MAGIC.length, 0)
    return start.equals(MAGIC)
  } finally {
    await handle.close()
  }
}
