import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { storageFailureOf } from '../../db/engines/storage-failure.ts'

/**
 * The header of an encrypted archive, followed by a salt and chunks of ciphertext, each ending with its tag.
 */
const MAGIC = Buffer.from('FOYERBK2')
/**
 * The header of the earlier format, followed by salt, IV, ciphertext, and a single tag, which limited it to
 * 64 GB.
 */
const EARLIER_MAGIC = Buffer.from('FOYERBK1')
const ALGORITHM = 'aes-256-gcm'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CHUNK_BYTES = 1024 * 1024
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, (error, key) => (error === null ? resolve(key) : reject(error)))
  })

/**
 * Unique per key and chunk, so that chunks that were moved, removed, or taken for the last fail to decrypt.
 */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(index, NONCE_BYTES - 7, 6)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

export async function* encrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(passphrase, salt)
  yield Buffer.concat([MAGIC, salt])
  let index = 0
  for await (const { chunk, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(index++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** Splits into chunks of the size; the last may be smaller, or empty if there is no data. */
async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.length
    if (length <= size) continue
    let all = Buffer.concat(waiting)
    for (; all.length > size; all = all.subarray(size)) yield { chunk: all.subarray(0, size), isLast: false }
    waiting = [all]
    length = all.length
  }
  yield { chunk: Buffer.concat(waiting), isLast: true }
}

/**
 * Writes the decrypted archive to the path and returns the path; if it throws, the output must not be used.
 */
export async function decryptInto(plain: string, path: string, passphrase: string | null): Promise<string> {
  if (passphrase === null) throw new Error('This backup is encrypted: set BACKUP_KEY to its passphrase.')
  const file = createWriteStream(plain, { mode: 0o600 })
  try {
    const isEarlier = (await readAt(path, 0, EARLIER_MAGIC.length)).equals(EARLIER_MAGIC)
    await pipeline(isEarlier ? decryptedEarlier(path, passphrase) : decrypted(path, passphrase), file)
  } catch (cause) {
    if (storageFailureOf(cause) !== null) throw cause
    throw new Error('The backup is damaged, or BACKUP_KEY is not the one it was made with.', { cause })
  }
  return plain
}

async function* decrypted(path: string, passphrase: string): AsyncGenerator<Buffer> {
  const key = await deriveKey(passphrase, await readAt(path, MAGIC.length, SALT_BYTES))
  const ciphertext = createReadStream(path, { start: MAGIC.length + SALT_BYTES })
  let index = 0
  for await (const { chunk, isLast } of chunksOf(ciphertext, SEALED_BYTES)) {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(index++, isLast))
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
  }
}

async function* decryptedEarlier(path: string, passphrase: string): AsyncGenerator<Buffer> {
  const start = EARLIER_MAGIC.length + SALT_BYTES + NONCE_BYTES
  const { size } = await stat(path)
  const key = await deriveKey(passphrase, await readAt(path, EARLIER_MAGIC.length, SALT_BYTES))
  const nonce = await readAt(path, start - NONCE_BYTES, NONCE_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce)
  decipher.setAuthTag(await readAt(path, size - TAG_BYTES, TAG_BYTES))
  for await (const chunk of createReadStream(path, { start, end: size - TAG_BYTES - 1 })) {
    yield decipher.update(chunk)
  }
  yield decipher.final()
}

export async function isEncrypted(path: string): Promise<boolean> {
  const start = await readAt(path, 0, MAGIC.length)
  return start.equals(MAGIC) || start.equals(EARLIER_MAGIC)
}

export async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
