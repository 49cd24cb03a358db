import type { WeekStart } from '../base/dates.ts'
import type { OwnRatesDto } from '../identity/schemas/owners.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

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
  /** Null for anyone but owners, because it reveals how many invoices were sent. */
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
    email_confirmed: boolean
  }
  preferences: PreferencesDto
  /** Null for users without an agency. */
  agency: (AgencySettingsDto & { writable: boolean }) | null
  security: { two_factor: boolean; recovery_codes_left: number }
  /** An owner's own rates; null for others. */
  rates: OwnRatesDto | null
  /** Whether nightly backups are enabled. */
  auto_backup: boolean
}

export interface DeviceSessionDto {
  id: string
  /** For example `Firefox on Windows`. */
  device: string
  ip: string | null
  created_at: string
  last_seen_at: string
  current: boolean
}
