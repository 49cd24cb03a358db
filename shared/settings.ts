import { z } from 'zod'
import { isColor } from './accent.ts'
import { linkToken } from './auth.ts'
import { timeZone, WEEK_STARTS, type WeekStart } from './dates.ts'
import { currencyCode } from './exchange.ts'
import { emailText, optionalText, requiredText } from './text.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

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

const REQUIRED = 'Please fill in all required fields'

/** Six hexadecimal digits; empty and null are the portal's own. */
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
  /** Left out, it stays; null goes back to the portal's own. */
  accent: accentColor.optional(),
  /** Can only increase, so that no number is used twice. */
  next_invoice_number: z.int().min(1).max(999_999_999).optional(),
  version: z.int(),
})

export const changePasswordInput = z.strictObject({ current_password: password, password })
export const emailChangeInput = z.strictObject({ email: emailText(), password })
export const emailConfirmInput = z.strictObject({ token: linkToken })
export const sessionIdInput = z.strictObject({ id: z.string().min(1).max(100) })
/** The user's email, typed to confirm, and the password. */
export const deleteAccountInput = z.strictObject({ confirm_email: emailText(), password })

export interface PreferencesDto {
  theme: Theme
  compact: boolean
  locale: string | null
  timezone: string | null
  week_start: WeekStart
  email_notifications: boolean
}

export interface AgencySettingsDto {
  name: string
  timezone: string
  currency: string
  logo: string | null
  accent: string | null
  invoice_details: string | null
  /** It tells how many invoices were sent, so only owners are told; null for everybody else. */
  next_invoice_number: number | null
  version: number
}

export interface SettingsDto {
  profile: {
    name: string
    first_name: string
    last_name: string
    email: string
    company: string | null
    avatar: string | null
    /** The new email, until it is confirmed. */
    pending_email: string | null
  }
  preferences: PreferencesDto
  /** Null for users without an agency. */
  agency: (AgencySettingsDto & { writable: boolean }) | null
  security: { two_factor: boolean; recovery_codes_left: number }
  /** Whether nightly backups are on. */
  auto_backup: boolean
}

export interface SessionDto {
  id: string
  /** For example `Firefox on Windows`. */
  device: string
  ip: string | null
  created_at: string
  last_seen_at: string
  current: boolean
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
