import type { TenantTable } from './tenants.ts'

const PERSON = 'belongs to a person, who may change agencies or have none'
const SECRET = 'is looked up by its secret, before the agency is known'
const ACCOUNT = 'belongs to a payment account, and the portal’s own takes money for more than one agency'
const SIGN_IN = 'belongs to sign-in, before the agency is known'
const PLATFORM = 'belongs to the platform'

const withReason = (reason: string, tables: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(tables.map((table) => [table, reason]))

/** The installation's own tables, without Kysely's. */
export const PLATFORM_TABLES = withReason(PLATFORM, [
  'agency_moves',
  'job_runs',
  'alerts',
  'backups',
  'file_checks',
  'exchange_rates',
  'plans',
  'plan_features',
  'platform_settings',
  'schema_compatibility',
])

export const TEST_PROVIDER_TABLES = withReason('belongs to the payment provider for tests', [
  'simulated_objects',
])

/** Tables whose rows aren't divided by agency, with the reason. A new table must be listed here or have `agency_id`. */
export const TABLES_APART: Readonly<Record<string, string>> = {
  agencies: 'is the list that every agency_id refers to, and the platform reads all of it',
  profiles: 'is looked up at sign-in, before the agency is known',
  pictures: PERSON,
  saved_cards: PERSON,
  card_setups: PERSON,
  payment_customers: PERSON,
  api_tokens: SECRET,
  schedule_feeds: SECRET,
  process_templates: 'contains the platform’s samples, which all agencies’ runs refer to',
  process_steps: 'belongs to process_templates',
  balance_movements: ACCOUNT,
  balance_reads: ACCOUNT,
  provider_payouts: ACCOUNT,
  unmatched_disputes: ACCOUNT,
  payment_events: ACCOUNT,
  users: SIGN_IN,
  sessions: SIGN_IN,
  tokens: SIGN_IN,
  email_changes: SIGN_IN,
  two_factors: SIGN_IN,
  recovery_codes: SIGN_IN,
  former_names: PERSON,
  known_devices: SIGN_IN,
  sign_in_challenges: SIGN_IN,
  sign_in_events: SIGN_IN,
  rate_limits: SIGN_IN,
  keyed_requests: PERSON,
  user_preferences: PERSON,
  notification_preferences: PERSON,
  notification_mail_settings: PERSON,
  card_tries: 'counts card attempts, which are limited across agencies',
  changes: 'is a single log of changes, which every process reads in the same order',
  mail_outbox: 'is a single queue, which every process works through in order',
  mail_attachments: 'belongs to mail_outbox',
  invoice_numbers: 'counts by book, which is an agency’s or the platform’s',
  moved_keys: SECRET,
  damaged_files: 'is looked up by storage key, for files of agencies, people and the platform',
  kysely_migration: PLATFORM,
  kysely_migration_lock: PLATFORM,
  ...PLATFORM_TABLES,
  ...TEST_PROVIDER_TABLES,
}

/**
 * Foreign keys between the two sides of a payment: one side's ledger refers to a document or payment of the
 * other's.
 */
export const CROSSING: readonly string[] = ['ledger_entries.invoice_id', 'ledger_entries.payment_id']

/** For tables without `agency_id`: the column referring to the row whose agency they share. */
export const PARENTS: Readonly<Partial<Record<TenantTable, { column: string; table: TenantTable }>>> = {
  event_attendees: { column: 'event_id', table: 'events' },
  event_exceptions: { column: 'event_id', table: 'events' },
  invoice_instalments: { column: 'invoice_id', table: 'invoices' },
  invoice_items: { column: 'invoice_id', table: 'invoices' },
  invoice_pay_links: { column: 'invoice_id', table: 'invoices' },
  invoice_reminders: { column: 'invoice_id', table: 'invoices' },
  payment_disputes: { column: 'payment_id', table: 'payments' },
  payment_refunds: { column: 'payment_id', table: 'payments' },
}
