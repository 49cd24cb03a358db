import { PARENTS, PLATFORM_TABLES, TEST_PROVIDER_TABLES } from '../agency-tables.ts'

/**
 * Which of a table's rows move with an agency. With `agency`, the column holds the agency's id; with
 * `person`, the id of one of its people (`agency or person` uses it only for rows without `agency_id`); with
 * `row`, the row moves if the one it refers to does.
 */
export type Ownership =
  | { by: 'agency' | 'person'; column: string }
  | { by: 'agency or person'; column: string }
  | { by: 'row'; column: string; table: string; key: string }

const person = (column = 'user_id'): Ownership => ({ by: 'person', column })
const either = (column: string): Ownership => ({ by: 'agency or person', column })

/** Tables whose rows aren't assigned by `agency_id` alone. */
const EXCEPTIONS: Readonly<Record<string, Ownership>> = {
  agencies: { by: 'agency', column: 'id' },
  invoice_numbers: { by: 'agency', column: 'book' },
  users: person('id'),
  api_tokens: person(),
  card_setups: person(),
  former_names: person(),
  notification_mail_settings: person(),
  notification_preferences: person(),
  payment_customers: person(),
  recovery_codes: person(),
  saved_cards: person(),
  schedule_feeds: person(),
  two_factors: person(),
  user_preferences: person(),
  events: either('organizer_id'),
  notifications: either('user_id'),
  pictures: either('user_id'),
  quick_tasks: either('created_by'),
  saved_views: either('user_id'),
  time_entries: either('user_id'),
  process_steps: { by: 'row', column: 'template_id', table: 'process_templates', key: 'id' },
  payment_events: { by: 'row', column: 'account', table: 'payment_accounts', key: 'id' },
}

const SESSION = 'people sign in again at the new address'
const REBUILT = 'triggers fill it at the target while rows are copied'
const SHORT_LIVED = 'is needed for minutes or days only'

/** Tables whose rows stay at the source, with the reason. */
export const STAYING: Readonly<Record<string, string>> = {
  sessions: SESSION,
  tokens: SESSION,
  known_devices: SESSION,
  sign_in_challenges: SESSION,
  sign_in_events: SESSION,
  email_changes: 'the link in the email leads to the old address',
  changes: SHORT_LIVED,
  rate_limits: SHORT_LIVED,
  keyed_requests: SHORT_LIVED,
  card_tries: SHORT_LIVED,
  mail_outbox: 'emails are sent by the installation that wrote them',
  mail_attachments: 'belongs to mail_outbox',
  search_entries: REBUILT,
  tax_days: REBUILT,
  tax_tallies: 'the target counts it from tax_days',
  book_differences: 'the target compares its books each night',
  damaged_files: 'the target checks its files itself',
  failing_work: 'the target counts the failures of its own jobs',
  moved_keys: 'gives people of moved agencies their new address',
  ...PLATFORM_TABLES,
  ...TEST_PROVIDER_TABLES,
}

/** Filled by triggers while rows are copied; the source's rows then replace the results. */
export const COUNTED: readonly string[] = [
  'assignee_tallies',
  'book_tallies',
  'client_tallies',
  'message_tallies',
  'task_tallies',
  'time_tallies',
]

/** Returns how the table's rows belong to an agency, or null if they stay. */
export function ownershipOf(table: string): Ownership | null {
  if (Object.hasOwn(STAYING, table)) return null
  const exception = EXCEPTIONS[table]
  if (exception !== undefined) return exception
  const parent = PARENTS[table as keyof typeof PARENTS]
  if (parent !== undefined) return { by: 'row', ...parent, key: 'id' }
  return { by: 'agency', column: 'agency_id' }
}

/**
 * Returns an SQL condition, valid in both dialects, that selects the agency's rows. `row` is the table's
 * alias, `agency` an SQL expression.
 */
export function belongs(table: string, row: string, agency: string): string {
  const owned = ownershipOf(table)
  if (owned === null) return 'false'
  const column = `${row}.${owned.column}`
  const ofPeople = `${column} in (select user_id from profiles where agency_id = ${agency})`
  switch (owned.by) {
    case 'agency':
      return `${column} = ${agency}`
    case 'person':
      return ofPeople
    case 'agency or person':
      return `(${row}.agency_id = ${agency} or (${row}.agency_id is null and ${ofPeople}))`
    case 'row':
      return `${column} in (select ${owned.key} from ${owned.table} where ${belongs(owned.table, owned.table, agency)})`
  }
}

/** The id as an SQL literal. */
export const literal = (id: string): string => `'${id.replaceAll("'", "''")}'`
