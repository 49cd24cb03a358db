import type { ColumnType, Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    profiles: ProfileTable
    agencies: AgencyTable
    invitations: InvitationTable
  }

  interface SharedSchema {
    users: UserTable
    sessions: SessionTable
    tokens: TokenTable
    former_names: FormerNameTable
    known_devices: KnownDeviceTable
    card_tries: CardTryTable
    rate_limits: RateLimitTable
    sign_in_events: SignInEventTable
  }
}

interface UserTable {
  id: string
  /** Lower case; unique. */
  email: string
  password_hash: string
  email_verified_at: string | null
  disabled_at: string | null
  created_at: string
}

type Optional = ColumnType<number | null, number | null | undefined>

interface ProfileTable {
  id: string
  user_id: string
  email: string
  name: string
  /** Free text in the database: users with an unknown role see a welcome message and have no rights. */
  role: string
  agency_id: AgencyId | null
  client_id: string | null
  employee_id: string | null
  avatar: string | null
  company: string | null
  created_at: string
  updated_at: string
  last_login: string | null
  /** JSON list of the onboarding steps that the person skipped. */
  skipped_steps: Generated<string>
  /** An owner's hourly rate in minor units; null if unset. */
  billing_rate: Optional
  cost_rate: Optional
}

interface SessionTable {
  /** SHA-256 of the cookie's value, hex. */
  id: string
  user_id: string
  created_at: string
  expires_at: string
  absolute_expires_at: string
  last_seen_at: string
  ip: string | null
  user_agent: string | null
  /** The agency that a platform administrator views read-only in this session. */
  view_as_agency_id: ColumnType<AgencyId | null, AgencyId | null | undefined>
  /** When the password was last confirmed; cleared once used. */
  confirmed_at: ColumnType<string | null, string | null | undefined>
}

interface AgencyTable {
  id: AgencyId
  name: string
  owner_id: string
  status: ColumnType<'active' | 'trial', 'active' | 'trial', 'active' | 'trial'>
  timezone: string
  /** ISO 4217, upper case. */
  currency: string
  trial_ends_at: string | null
  suspended_at: string | null
  /** When the agency's data will be deleted; null unless deletion was requested. */
  delete_after: ColumnType<string | null, string | null | undefined>
  /** The picture's id. */
  logo: ColumnType<string | null, string | null | undefined>
  /** For example `#0f766e`; null for the default. */
  accent: ColumnType<string | null, string | null | undefined>
  /** A custom host name; null if it is reached at PUBLIC_URL. */
  host: ColumnType<string | null, string | null | undefined>
  /** Address, tax number and other details, as shown on invoices. */
  invoice_details: ColumnType<string | null, string | null | undefined>
  /** Bytes of its files, receipts, and pictures, maintained by those tables' triggers. */
  storage_used: Generated<number>
  /** How many of its clients got a debtor number, maintained by their trigger. */
  debtor_count: Generated<number>
  version: ColumnType<number, number | undefined>
  created_at: string
  updated_at: string
}

interface InvitationTable {
  id: string
  agency_id: AgencyId
  email: string
  role: string
  client_id: string | null
  employee_id: string | null
  token_hash: string
  invited_by: string
  created_at: string
  expires_at: string
  accepted_at: string | null
  revoked_at: string | null
  /** The client contact it is for; no one else may use it. */
  contact_id: ColumnType<string | null, string | null | undefined>
}

interface TokenTable {
  token_hash: string
  user_id: string
  purpose: 'verify_email' | 'reset_password'
  created_at: string
  expires_at: string
}

/**
 * A name and address that an account had before it changed one of them. Migration 0217 took them from the logs, each
 * with the other's current value.
 */
interface FormerNameTable {
  user_id: string
  name: string
  email: string
}

/** A browser that has signed in with the account. */
interface KnownDeviceTable {
  /** SHA-256 of the device cookie's value, hex. */
  device_hash: string
  user_id: string
  created_at: string
  expires_at: string
}

/** A card attempt that counts toward the rate limits, by the form it came from. */
interface CardTryTable {
  request_key: string
  status: 'open' | 'declined'
  /** JSON: the limits it counts toward, as pairs of name and key. */
  counted: string
  began_at: string
}

interface RateLimitTable {
  key: string
  points: number
  /** Epoch milliseconds. */
  expire: number | null
}

/** One row per successful sign-in, to count active users of a period. */
interface SignInEventTable {
  id: string
  user_id: string
  created_at: string
}
