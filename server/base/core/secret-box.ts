import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { type Config, readInstanceKey } from './config.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** 256 random bits in URL-safe base64. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes a random secret for storage: session ids and emailed tokens are only stored as SHA-256. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

/** Encrypts a text with the instance's key. */
export const sealForInstance = ({ dataDir }: Pick<Config, 'dataDir'>, text: string): string =>
  sealSecret(readInstanceKey(dataDir), text)

/** Decrypts it; throws if it was encrypted with another key. */
export const openForInstance = ({ dataDir }: Pick<Config, 'dataDir'>, sealed: string): string =>
  openSecret(readInstanceKey(dataDir), sealed)

/** Encrypts a text with a 256-bit key. */
export function sealSecret(key: Buffer, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Decrypts the text; throws if the key is wrong or the text was modified. */
export function openSecret(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
