import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { RECOVERY_CODES, type TwoFactorSetupDto } from '#shared/two-factor.ts'
import { readInstanceKey } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { toInstant } from '../db/values.ts'
import { openSecret } from '../services/secret-box.ts'
import type { Services } from '../trpc/context.ts'
import { hashSecret } from './sessions.ts'

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' })

/** A new secret of 160 bits with the QR code that carries it into an app. */
export function newTwoFactorSetup(issuer: string, email: string): TwoFactorSetupDto {
  const secret = new Secret({ size: 20 }).base32
  const url = totpOf(secret, issuer, email).toString()
  const { data, size } = encode(url, { border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { secret, url, qr: { path, size } }
}

/** Ten codes of 80 bits, readable and free of look-alikes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase()
    return text.match(/.{4}/g)?.join('-') ?? text
  })

export const hashRecoveryCode = (code: string): string => hashSecret(code.replaceAll('-', ''))

/** The time step the code belongs to, at most one before or after now; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

type CodeServices = Pick<Services, 'db' | 'config' | 'clock'>

/** Uses a code up: of the app, each once and in order of time, or one of the recovery codes. */
export async function spendCode(services: CodeServices, userId: string, code: string): Promise<boolean> {
  return /^\d{6}$/.test(code) ? takeAppCode(services, userId, code) : takeRecoveryCode(services, userId, code)
}

async function takeAppCode(
  { db, config, clock }: CodeServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return false
  const secret = openSecret(readInstanceKey(config.dataDir), row.sealed_secret)
  const step = stepOfCode(secret, code, clock())
  if (step === null) return false
  const taken = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

async function takeRecoveryCode({ db, clock }: CodeServices, userId: string, code: string): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: toInstant(clock()) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}
