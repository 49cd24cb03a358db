import { z } from 'zod'
import { linkToken } from './auth.ts'

export const RECOVERY_CODES = 10

const WRONG_FORM = 'Enter the 6-digit code from your authenticator app, or a recovery code.'

/** People and apps group digits with spaces and hyphens. */
const code = z
  .string(WRONG_FORM)
  .max(40, WRONG_FORM)
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, WRONG_FORM))

const password = z.string('Please enter your password.').min(1, 'Please enter your password.').max(256)

/** What proves again who somebody is: a form leaves the code empty where two-factor sign-in is off. */
export const reAuthFields = {
  password,
  code: z.preprocess((text) => (text === '' ? undefined : text), code.optional()),
}

export const reAuthInput = z.strictObject(reAuthFields)
export const passwordConfirmInput = z.strictObject({ password })
export const twoFactorConfirmInput = z.strictObject({ code })
export const passwordAndCodeInput = z.strictObject({ password, code })
export const verifyTwoFactorInput = z.strictObject({ challenge: linkToken, code })

/** The setup data for an authenticator app; returned only once. */
export interface TwoFactorSetupDto {
  /** Base32. */
  secret: string
  /** The `otpauth://…` URL encoded in the QR code. */
  url: string
  /** The QR code as SVG path data in a square of `size` units. */
  qr: { path: string; size: number }
}

export interface RecoveryCodesDto {
  recovery_codes: string[]
}
