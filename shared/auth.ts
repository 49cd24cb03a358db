import { z } from 'zod'
import type { Brand } from './brand.ts'
import { timeZone, type WeekStart } from './dates.ts'
import { SELF_REGISTERED_ROLES } from './roles.ts'
import { optionalText, requiredEmail, requiredText } from './text.ts'

const FILL_IN = 'Please fill in all required fields.'
/** Limits the work of hashing a password. */
const MAX_PASSWORD_LENGTH = 256

export const REDIRECT_AFTER_DEMO_SIGN_IN_MS = 500
export const REDIRECT_AFTER_SIGN_IN_MS = 100
export const REDIRECT_AFTER_PASSWORD_UPDATE_MS = 2000
export const TRIAL_DAYS = 14

const requiredPassword = (message: string) =>
  z.string(message).min(1, message).max(MAX_PASSWORD_LENGTH, 'This password is too long.')

const SIGN_IN = 'Please enter both email and password.'

export const signInInput = z.strictObject({
  email: requiredEmail(SIGN_IN),
  password: requiredPassword(SIGN_IN),
})

export const signUpInput = z
  .strictObject({
    name: requiredText(FILL_IN),
    email: requiredEmail(FILL_IN),
    password: requiredPassword(FILL_IN),
    role: z.enum(SELF_REGISTERED_ROLES, 'Please choose an account type.'),
    agency_name: optionalText(),
    /** The device's time zone, used for the new agency until its owner changes it. */
    timezone: timeZone.optional().catch(undefined),
  })
  .refine((input) => input.role !== 'agency_admin' || input.agency_name !== null, {
    path: ['agency_name'],
    message: 'Please enter your agency name.',
  })

export const requestPasswordResetInput = z.strictObject({
  email: requiredEmail('Please enter your email address.'),
})

export const linkToken = z.string().min(1).max(200)

/** With the token of an emailed link, or without one if signed in. */
export const resetPasswordInput = z.strictObject({
  token: linkToken.nullish(),
  password: requiredPassword('Please fill in all fields.'),
})

export const linkBrandInput = z.strictObject({ token: linkToken })

export const verifyEmailInput = z.strictObject({ token: linkToken })

/** Only the given fields are updated. */
export const updateProfileInput = z.strictObject({
  name: requiredText(FILL_IN).optional(),
  company: optionalText().optional(),
})

export interface SignInDto {
  redirect_delay_ms: number
  /** The password was correct; `auth.verifyTwoFactor` with the challenge and a code is next. */
  two_factor_required: boolean
  challenge: string | null
}

export interface SessionUserDto {
  user_id: string
  name: string
  email: string
  /** One of the four roles, or an unknown one. */
  role: string
  agency_id: string | null
  agency_name: string | null
  /** What the agency set of its own. */
  brand: Brand
  client_id: string | null
  employee_id: string | null
  avatar: string | null
  company: string | null
  /** The user's IANA time zone. */
  timezone: string
  week_start: WeekStart
  /** The time zone of the agency's accounts and documents; the platform's for users without an agency. */
  books_timezone: string
  currency: string | null
  trial_ends_at: string | null
  agency_suspended: boolean
  /** Set while a platform administrator views the agency `agency_id` read-only. */
  viewing_as: boolean
  /** Signed in with a demo account. */
  demo: boolean
}

export interface SessionDto {
  /** Null when signed out, or when the session has no profile. */
  user: SessionUserDto | null
}

/** What a page behind a mailed link shows of the agency. */
export interface LinkBrandDto {
  agency_name: string
  accent: string | null
}

export interface AuthInfoDto {
  app_name: string
  /** Path of the platform's logo. */
  logo: string | null
  /** False if registration is by invitation only. */
  registration_open: boolean
  demo: boolean
  demo_accounts: { email: string; label: string }[]
  demo_password: string | null
  password_min_length: number
  /** Cards use the built-in test provider. */
  test_mode: boolean
}

export type AuthErrorKind = 'retryable' | 'weak_password' | 'session_missing' | 'other'

/** Classifies failed account calls by HTTP status and the server's `reason`. */
export function classifyAuthError(error: { status?: number | null; reason?: string | null }): AuthErrorKind {
  if (error.reason === 'weak_password') return 'weak_password'
  if (error.reason === 'session_missing') return 'session_missing'
  if (error.status === 502 || error.status === 503 || error.status === 504) return 'retryable'
  return 'other'
}
