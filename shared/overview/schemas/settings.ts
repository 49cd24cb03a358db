import { z } from 'zod'
import { isColor } from '../../base/accent.ts'
import { currencyCode } from '../../base/amounts/schemas/exchange.ts'
import { WEEK_STARTS } from '../../base/dates.ts'
import { REQUIRED } from '../../base/errors.ts'
import { timeZone } from '../../base/schemas/dates.ts'
import { emailText, optionalText, requiredText } from '../../base/schemas/text.ts'
import { linkToken } from '../../identity/schemas/auth.ts'
import { reAuthFields } from '../../identity/schemas/two-factor.ts'
import { THEMES } from '../settings.ts'

const locale = z
  .string()
  .max(20)
  .refine((tag) => isLocale(tag), 'Unknown language.')

const password = z.string('Please fill in all fields.').min(1, 'Please fill in all fields.').max(256)

/** Only the given fields are updated. */
export const preferencesInput = z.strictObject({
  theme: z.enum(THEMES).optional(),
  compact: z.boolean().optional(),
  /** Null uses the browser's setting. */
  locale: locale.nullable().optional(),
  /** Null uses the agency's setting. */
  timezone: timeZone.nullable().optional(),
  week_start: z.enum(WEEK_STARTS).optional(),
  email_notifications: z.boolean().optional(),
})

/** Six hexadecimal digits; empty and null use the default. */
export const accentColor = z
  .string()
  .trim()
  .toLowerCase()
  .nullable()
  .transform((text) => text || null)
  .refine((text) => text === null || isColor(text), 'Enter a color such as #0f766e.')

export const agencySettingsInput = z.strictObject({
  name: requiredText(REQUIRED),
  timezone: timeZone,
  currency: currencyCode,
  invoice_details: optionalText(1000),
  /** Unchanged if omitted; null restores the default. */
  accent: accentColor.optional(),
  /** Can only be increased, so that no number is used twice. */
  next_invoice_number: z.int().min(1).max(999_999_999).optional(),
  version: z.int(),
})

/** Empty without two-factor authentication. */
const { code } = reAuthFields

export const changePasswordInput = z.strictObject({ current_password: password, password, code })
export const emailChangeInput = z.strictObject({ email: emailText(), password, code })
export const emailConfirmInput = z.strictObject({ token: linkToken })
export const sessionIdInput = z.strictObject({ id: z.string().min(1).max(100) })
/** The user's email, typed to confirm, and the credentials. */
export const deleteAccountInput = z.strictObject({ confirm_email: emailText(), password, code })

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
