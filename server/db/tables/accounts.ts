import type { ColumnType, Generated } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'

export interface AccountTables {
  users: UserTable
  profiles: ProfileTable
  sessions: SessionTable
  agencies: AgencyTable
  invitations: InvitationTable
  tokens: TokenTable
  known_devices: KnownDeviceTable
  rate_limits: RateLimitTable
  sign_in_events: SignInEventTable
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

interface ProfileTable {
  id: string
  user_id: string
  email: string
  name: string
  /** Free text in the database: an unknown role signs in to a welcome message and no rights. */
  role: string
  agency_id: AgencyId | null
  client_id: string | null
  employee_id: string | null
  avatar: string | null
  company: string | null
  created_at: string
  updated_at: string
  last_login: string | null
  /** JSON list of the first steps that the person left out. */
  skipped_steps: Generated<string>
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
  /** The agency a platform administrator looks at with this session, reading only. */
  view_as_agency_id: ColumnType<AgencyId | null, AgencyId | null | undefined>
  /** When its holder last gave their password again, until that is used up. */
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
  /** When everything of the agency is deleted; null unless that was asked for. */
  delete_after: ColumnType<string | null, string | null | undefined>
  /** The picture's id. */
  logo: ColumnType<string | null, string | null | undefined>
  /** `#0f766e`; null for the portal's own. */
  accent: ColumnType<string | null, string | null | undefined>
  /** Address, tax number and the like, as invoices show them. */
  invoice_details: ColumnType<string | null, string | null | undefined>
  /** Bytes of its files, receipts and pictures; triggers of these tables count them. */
  storage_used: Generated<number>
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
  /** The person of the client company it is for; no one else may use it. */
  contact_id: ColumnType<string | null, string | null | undefined>
}

interface TokenTable {
  token_hash: string
  user_id: string
  purpose: 'verify_email' | 'reset_password'
  created_at: string
  expires_at: string
}

/** A browser that has signed in with the account. */
interface KnownDeviceTable {
  /** SHA-256 of the device cookie's value, hex. */
  device_hash: string
  user_id: string
  created_at: string
  expires_at: string
}

interface RateLimitTable {
  key: string
  points: number
  /** Epoch milliseconds. */
  expire: number | null
}

/** One row for each successful sign-in: who was active in a period. */
interface SignInEventTable {
  id: string
  user_id: string
  created_at: string
}
