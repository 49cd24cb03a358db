import { TENANT_TABLES, type TenantTable } from '../tenants.ts'

/** Stands in keys for what belongs to no agency: the platform's own rows, and those of people without one. */
export const NO_AGENCY = 'no-agency'

const PERSON = 'belongs to a person, who may change the agency or have none'
const SECRET = 'is found by its secret, before the agency is known'
const ACCOUNT = 'belongs to a payment account, and the portal’s own takes the money of several agencies'
const SIGN_IN = 'belongs to sign-in, which knows no agency yet'
const PLATFORM = 'belongs to the platform'
const TEST_PROVIDER = 'belongs to the payment provider for tests'

/** Tables that are not distributed by agency, each with its reason; a new one is named here or has `agency_id`. */
export const WHOLE_TABLES: Readonly<Record<string, string>> = {
  agencies: 'is the list that every agency_id refers to, and the platform reads all of it',
  profiles: 'is found by the person who signs in, before the agency is known',
  pictures: PERSON,
  saved_cards: PERSON,
  card_setups: PERSON,
  payment_customers: PERSON,
  api_tokens: SECRET,
  schedule_feeds: SECRET,
  process_templates: 'holds the platform’s samples, which every agency’s runs refer to',
  process_steps: 'belongs to process_templates',
  balance_movements: ACCOUNT,
  balance_reads: ACCOUNT,
  provider_payouts: ACCOUNT,
  payment_events: ACCOUNT,
  users: SIGN_IN,
  sessions: SIGN_IN,
  tokens: SIGN_IN,
  email_changes: SIGN_IN,
  two_factors: SIGN_IN,
  recovery_codes: SIGN_IN,
  known_devices: SIGN_IN,
  sign_in_challenges: SIGN_IN,
  sign_in_events: SIGN_IN,
  rate_limits: SIGN_IN,
  keyed_requests: PERSON,
  user_preferences: PERSON,
  notification_preferences: PERSON,
  notification_mail_settings: PERSON,
  changes: 'is one log of what changed, which every process follows in one order',
  mail_outbox: 'is one queue, which every process takes from in the order of time',
  mail_attachments: 'belongs to mail_outbox',
  invoice_numbers: 'counts by book, which is an agency’s or the platform’s',
  job_runs: PLATFORM,
  alerts: PLATFORM,
  backups: PLATFORM,
  exchange_rates: PLATFORM,
  plans: PLATFORM,
  plan_features: PLATFORM,
  platform_settings: PLATFORM,
  kysely_migration: PLATFORM,
  kysely_migration_lock: PLATFORM,
  test_bills: TEST_PROVIDER,
  test_intents: TEST_PROVIDER,
  test_methods: TEST_PROVIDER,
  test_refunds: TEST_PROVIDER,
  test_setups: TEST_PROVIDER,
  test_subscriptions: TEST_PROVIDER,
}

/** References between the two sides of a payment: the books of one name what the other has issued or received. */
export const CROSSING: readonly string[] = ['ledger_entries.invoice_id', 'ledger_entries.payment_id']

/** Triggers write into it for persons of no agency, and no key of it has the agency. */
export const MAY_BE_EMPTY: readonly string[] = ['changes']

/** Tables without `agency_id`: the column that names a row of another table, whose agency is theirs. */
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

/** Tables whose rows lie with their agency, in every key of theirs. */
export const DISTRIBUTED_TABLES: readonly string[] = [
  ...TENANT_TABLES.filter((table) => !Object.hasOwn(WHOLE_TABLES, table)),
  'search_entries',
]
