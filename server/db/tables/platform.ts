import type { Generated } from 'kysely'
import type { WeekStart } from '#shared/dates.ts'
import type { AgencyId } from '#shared/roles.ts'

export interface PlatformTables {
  two_factors: TwoFactorTable
  recovery_codes: RecoveryCodeTable
  sign_in_challenges: SignInChallengeTable
  email_changes: EmailChangeTable
  user_preferences: UserPreferenceTable
  pictures: PictureTable
  platform_settings: PlatformSettingTable
}

interface TwoFactorTable {
  user_id: string
  /** The TOTP secret under the instance's key. */
  sealed_secret: string
  /** Null until the first code proved that the person has the secret. */
  confirmed_at: string | null
  /** The time step of the last code taken; no code of it or before it works again. */
  last_step: number
  created_at: string
}

interface RecoveryCodeTable {
  user_id: string
  code_hash: string
  used_at: string | null
}

/** A right password that waits for its second factor. */
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
  /** BCP 47; null follows the browser. */
  locale: string | null
  /** IANA name; null follows the agency. */
  timezone: string | null
  /** The day weeks begin on. */
  week_start: Generated<WeekStart>
  updated_at: string
}

interface PictureTable {
  id: string
  kind: 'avatar' | 'agency-logo' | 'platform-logo'
  /** Whose people may see it; null for the platform's and for people without an agency. */
  agency_id: AgencyId | null
  /** Whom an avatar shows; null for logos. */
  user_id: string | null
  storage_key: string
  content_type: string
  /** Bytes; 0 for those stored before sizes were. */
  size: Generated<number>
  created_at: string
}

/** One row; null follows the environment. */
interface PlatformSettingTable {
  id: 'platform'
  name: string | null
  logo: string | null
  registration: 'open' | 'invitation'
  enforce_plan_limits: number | null
  auto_backup: number
  /** Of the instance's key that this database's secrets are sealed with. */
  key_fingerprint: Generated<string | null>
  /** The one agency whose clients may pay with the instance's own keys. */
  instance_keys_agency_id: Generated<string | null>
  connect_enabled: Generated<number>
  /** The provider's fees are booked from this instant on; null books all of them. */
  provider_fees_since: Generated<string | null>
  /** The platform's part of payments to connected accounts, in hundredths of a percent. */
  connect_fee_bps: Generated<number>
  version: number
  updated_at: string
}
