import type { Generated } from 'kysely'
import type { WeekStart } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    pictures: PictureTable
  }

  interface SharedSchema {
    two_factors: TwoFactorTable
    recovery_codes: RecoveryCodeTable
    sign_in_challenges: SignInChallengeTable
    email_changes: EmailChangeTable
    user_preferences: UserPreferenceTable
    platform_settings: PlatformSettingTable
  }
}

interface TwoFactorTable {
  user_id: string
  /** The TOTP secret, encrypted with the instance's key. */
  sealed_secret: string
  /** Null until confirmed with a first code. */
  confirmed_at: string | null
  /** The time step of the last code used; codes of it or earlier steps are rejected. */
  last_step: number
  created_at: string
}

interface RecoveryCodeTable {
  user_id: string
  code_hash: string
  used_at: string | null
}

/** A correct password waiting for its second factor. */
interface SignInChallengeTable {
  token_hash: string
  user_id: string
  attempts: number
  expires_at: string
}

interface EmailChangeTable {
  token_hash: string
  user_id: string
  email: string
  expires_at: string
}

interface UserPreferenceTable {
  user_id: string
  theme: 'light' | 'dark' | 'system'
  compact: number
  /** BCP 47 tag; null follows the browser. */
  locale: string | null
  /** IANA name; null follows the agency. */
  timezone: string | null
  /** The first day of the week. */
  week_start: Generated<WeekStart>
  updated_at: string
}

interface PictureTable {
  id: string
  kind: 'avatar' | 'agency-logo' | 'platform-logo'
  /** The agency whose people may see it; null for the platform's and for people without an agency. */
  agency_id: AgencyId | null
  /** The person shown by an avatar; null for logos. */
  user_id: string | null
  storage_key: string
  content_type: string
  /** Bytes; 0 for pictures stored before sizes were recorded. */
  size: Generated<number>
  /** Null for pictures stored before digests were recorded. */
  sha256: Generated<string | null>
  created_at: string
}

/** A single row; null falls back to the environment variable. */
interface PlatformSettingTable {
  id: 'platform'
  name: string | null
  logo: string | null
  registration: 'open' | 'invitation'
  enforce_plan_limits: number | null
  auto_backup: number
  /** The fingerprint of the instance key that this database's secrets are encrypted with. */
  key_fingerprint: Generated<string | null>
  /** The only agency whose clients may pay with the instance's own keys. */
  instance_keys_agency_id: Generated<string | null>
  /** The Stripe account and mode that rows of the instance's account belong to, as `acct_1:live`. */
  stripe_identity: Generated<string | null>
  connect_enabled: Generated<number>
  /** The provider's fees are booked from this instant on; null books all. */
  provider_fees_since: Generated<string | null>
  /** The platform's fee on payments to connected accounts, in basis points. */
  connect_fee_bps: Generated<number>
  version: number
  updated_at: string
}
