import type { WeekStart } from '../base/dates.ts'
import type { Brand } from './brand.ts'

export const REDIRECT_AFTER_DEMO_SIGN_IN_MS = 500
export const REDIRECT_AFTER_SIGN_IN_MS = 100
export const REDIRECT_AFTER_PASSWORD_UPDATE_MS = 2000
export const TRIAL_DAYS = 14

export interface SignInDto {
  /** Whether this is the account's first sign-in. */
  first: boolean
  redirect_delay_ms: number
  /** The password was correct; `auth.verifyTwoFactor` with the challenge and a code is next. */
  two_factor_required: boolean
  challenge: string | null
}

export interface PasswordResetDto {
  /** Whether the reset turned off two-factor sign-in, which whoever registered the unconfirmed email had set up. */
  two_factor_ended: boolean
}

/** Said on the page and in the email. */
export const TWO_FACTOR_ENDED =
  'Two-factor sign-in was turned off because this email had never been confirmed.'

export interface SessionUserDto {
  user_id: string
  name: string
  email: string
  /** One of the four roles, or an unknown one. */
  role: string
  agency_id: string | null
  agency_name: string | null
  /** The agency's customizations. */
  brand: Brand
  client_id: string | null
  employee_id: string | null
  avatar: string | null
  company: string | null
  /** The user's IANA time zone. */
  timezone: string
  week_start: WeekStart
  /** The time zone of the agency's ledger and documents; the platform's for users without an agency. */
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

/** Whose password a mailed link resets, and the branding of their agency. */
export interface LinkBrandDto {
  email: string
  /** Null if the agency has none. */
  agency_name: string | null
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
