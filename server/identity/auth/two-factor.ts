import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { qrCode } from '#shared/base/qr.ts'
import { RECOVERY_CODES, type TwoFactorSetupDto } from '#shared/identity/two-factor.ts'
import { hashSecret } from '../../base/core/secret-box.ts'

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' })

/** A new 160-bit secret and its QR code for authenticator apps. */
export function newTwoFactorSetup(issuer: string, email: string): TwoFactorSetupDto {
  const secret = new Secret({ size: 20 }).base32
  const url = totpOf(secret, issuer, email).toString()
  return { secret, url, qr: qrCode(url) }
}

/** Ten 80-bit codes without ambiguous characters. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase()
    return text.match(/.{4}/g)?.join('-') ?? text
  })

export const hashRecoveryCode = (code: string): string => hashSecret(code.replaceAll('-', ''))

/** The code's time step, within one step of now; null for an invalid code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
