import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createWorkQueue } from '../../base/adapters/work-queue.ts'
import { AppError } from '../../base/core/calls/errors.ts'
import type { Config } from '../../base/core/config.ts'
import { DEMO_PASSWORD } from './demo-accounts.ts'

const deriveKey = promisify(argon2)

/** Stored as the password of deleted accounts; matches no password. */
export const DELETED_PASSWORD = 'deleted'

const MEMORY_KIB = 19_456
const PASSES = 2
const MAX_AT_ONCE = 2
/** Takes a few seconds to process. */
const MAX_WAITING = 40
const KEY_BYTES = 32
const COMMONEST = 10_000

/**
 * Known callers are signed in, or have been with this browser; they have priority over strangers and are
 * never rejected.
 */
export type Familiarity = 'known' | 'stranger'

/**
 * The same text for all keyboards, which write “é” as one character or two, and a space as another (RFC 8265,
 * OpaqueString).
 */
const canonical = (password: string): string => password.normalize('NFC').replace(/\p{Zs}/gu, ' ')

/** Returns an Argon2id hash in PHC format with a random salt. */
export async function hashPassword(password: string, by: Familiarity = 'stranger'): Promise<string> {
  const salt = randomBytes(16)
  const key = await argon2id(canonical(password), salt, by)
  const parameters = `m=${MEMORY_KIB},t=${PASSES},p=1`
  return `$argon2id$v=19$${parameters}$${toBase64(salt)}$${toBase64(key)}`
}

/** Takes equally long whether the account exists (`stored`) or not (null). */
export async function verifyPassword(
  stored: string | null,
  password: string,
  by: Familiarity = 'stranger',
): Promise<boolean> {
  const parsed = PHC.exec(stored ?? '')
  const salt = Buffer.from(parsed?.[1] ?? '', 'base64')
  const expected = Buffer.from(parsed?.[2] ?? '', 'base64')
  const usable = salt.length >= 8 && expected.length === KEY_BYTES
  const matches = async (typed: string) => {
    const key = await argon2id(typed, usable ? salt : DUMMY_SALT, by)
    return usable && timingSafeEqual(key, expected)
  }
  // Earlier versions hashed passwords as they were typed.
  return (await matches(canonical(password))) || (canonical(password) !== password && matches(password))
}

/** Throws for passwords that are too short or, outside the demo, easy to guess. */
export async function requireStrongPassword(
  config: Pick<Config, 'demo' | 'passwordMinLength'>,
  password: string,
  titles: { short: string; weak: string },
): Promise<void> {
  if ([...password].length < config.passwordMinLength) {
    const message = `Password must be at least ${config.passwordMinLength} characters long.`
    throw new AppError('BAD_REQUEST', message, { reason: 'weak_password', title: titles.short })
  }
  if (config.demo || !(await isGuessable(password, config.passwordMinLength))) return
  const message = 'This password is too common. Please choose another one.'
  throw new AppError('BAD_REQUEST', message, { reason: 'weak_password', title: titles.weak })
}

const PHC = new RegExp(`^\\$argon2id\\$v=19\\$m=${MEMORY_KIB},t=${PASSES},p=1\\$([^$]+)\\$([^$]+)$`)
const DUMMY_SALT = Buffer.alloc(16)

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** At most two at a time: each takes 19 MiB and a CPU core. Strangers are rejected once the queue is long. */
const hashing = createWorkQueue({
  of: 'sign-ins',
  atOnce: MAX_AT_ONCE,
  waiting: MAX_WAITING,
  perCaller: Number.POSITIVE_INFINITY,
})

const argon2id = (message: string, nonce: Buffer, by: Familiarity): Promise<Buffer> =>
  hashing.run(by === 'known' ? null : by, () =>
    deriveKey('argon2id', {
      message,
      nonce,
      tagLength: KEY_BYTES,
      parallelism: 1,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  )

const MIN_DIFFERENT = 4

/** Common passwords, repeated characters, and sequences such as `abcdefgh`, ignoring surrounding spaces. */
async function isGuessable(password: string, minLength: number): Promise<boolean> {
  const characters = [...canonical(password).trim()]
  if (characters.length < minLength || new Set(characters).size < MIN_DIFFERENT) return true
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 || isCommon(characters.join(''))
}

let commonest: Promise<Set<string>> | null = null

/** Loaded on first use instead of at startup. */
async function isCommon(password: string): Promise<boolean> {
  commonest ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMONEST)),
  )
  return password === DEMO_PASSWORD || (await commonest).has(password.toLowerCase())
}
