import { z } from 'zod'
import { linkToken } from './auth.ts'

const WRONG_FORM = 'Enter the 6-digit code from your authenticator app, or a recovery code.'

/** Codes may be grouped with spaces and hyphens. */
const code = z
  .string(WRONG_FORM)
  .max(40, WRONG_FORM)
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, WRONG_FORM))

const password = z.string('Please enter your password.').min(1, 'Please enter your password.').max(256)

/** Confirms a person's identity; the code is empty without two-factor authentication. */
export const reAuthFields = {
  password,
  code: z.preprocess((text) => (text === '' ? undefined : text), code.optional()),
}

export const reAuthInput = z.strictObject(reAuthFields)
export const passwordConfirmInput = z.strictObject({ password })
export const twoFactorConfirmInput = z.strictObject({ code })
export const passwordAndCodeInput = z.strictObject({ password, code })
export const verifyTwoFactorInput = z.strictObject({ challenge: linkToken, code })
