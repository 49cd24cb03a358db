import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TenantTable } from '#server/db/tenants.ts'

/** Who looks, by what their account says; null matches nothing. */
export interface Looker {
  agency: string | null
  user: string | null
  client: string | null
  employee: string | null
  /** What a pay link opens. */
  invoice: string | null
}

const AGENCY_KINDS = sql`('agency', 'platform')`
const projects = ({ agency, client }: Looker) =>
  sql`(select id from projects where agency_id = ${agency} and assigned_client_id = ${client})`
const owedByMe = ({ user }: Looker) => sql`payer_user_id = ${user} and status <> 'draft'`
const attended = ({ user, client }: Looker) =>
  sql`organizer_id = ${user} or id in
    (select event_id from event_attendees where user_id = ${user} or client_id = ${client})`

/** What the words of the table mean, in plain SQL and by nothing of the product. */
const WORDS = {
  all: () => sql`1 = 1`,
  none: () => sql`1 = 0`,
  'of the agency': ({ agency }) => sql`agency_id = ${agency}`,
  'their agency': ({ agency }) => sql`id = ${agency}`,
  own: ({ user }) => sql`user_id = ${user}`,
  'own in the agency': ({ agency, user }) => sql`agency_id = ${agency} and user_id = ${user}`,
  'of the agency, and own': ({ agency, user }) => sql`agency_id = ${agency} or user_id = ${user}`,
  'own unless shared': ({ user }) => sql`user_id = ${user} and shared = 0`,
  'own, and the team’s': ({ agency, user }) =>
    sql`user_id = ${user} and shared = 0 or agency_id = ${agency} and shared = 1`,
  'own, and the team’s work': ({ agency, user }) =>
    sql`user_id = ${user} and shared = 0 or agency_id = ${agency} and shared = 1 and list in ('tasks', 'projects')`,
  'of own projects': (by) => sql`project_id in ${projects(by)}`,
  'own projects': (by) => sql`id in ${projects(by)}`,

  'own company': ({ agency, client }) => sql`agency_id = ${agency} and id = ${client}`,
  'the team, own company, and own': ({ agency, client, user }) =>
    sql`user_id = ${user} or agency_id = ${agency}
      and (role in ('agency_admin', 'employee') or client_id = ${client})`,
  'work of the agency': ({ agency }) =>
    sql`agency_id = ${agency} and subject_type in ('project', 'task', 'comment', 'file')`,
  'work on own projects': (by) =>
    sql`project_id in ${projects(by)} and subject_type in ('project', 'task', 'file')`,
  'shared on own projects': (by) => sql`project_id in ${projects(by)} and kind in ('deliverable', 'message')`,
  'own, and shared on own projects': (by) =>
    sql`user_id = ${by.user} or project_id in
      (select id from projects where share_hours = 1 and id in ${projects(by)})`,
  'made or given': ({ user }) => sql`created_by = ${user} or assigned_to = ${user}`,
  'own pay': ({ agency, employee }) => sql`agency_id = ${agency} and employee_id = ${employee}`,
  'of the agency, and samples': ({ agency }) => sql`agency_id = ${agency} or agency_id is null`,
  'of the agency, own, and the platform’s logo': ({ agency, user }) =>
    sql`agency_id = ${agency} or user_id = ${user} or kind = 'platform-logo'`,
  'own, and the platform’s logo': ({ user }) => sql`user_id = ${user} or kind = 'platform-logo'`,
  'the platform’s logo': () => sql`kind = 'platform-logo'`,

  'attended and the agency’s': (by) => sql`agency_id = ${by.agency} or ${attended(by)}`,
  'attended and the platform’s': (by) => sql`agency_id is null or ${attended(by)}`,
  attended,

  'issued, and owed once sent': (by) =>
    sql`agency_id = ${by.agency} or payer_agency_id = ${by.agency} and status <> 'draft' or ${owedByMe(by)}`,
  'owed once sent': owedByMe,
  'billed to the company once sent, and owed': (by) =>
    sql`agency_id = ${by.agency} and client_id = ${by.client} and status <> 'draft' or ${owedByMe(by)}`,
  'of agencies and the platform, and owed': (by) => sql`issuer in ${AGENCY_KINDS} or ${owedByMe(by)}`,
  'the link’s, once sent': ({ invoice }) => sql`id = ${invoice} and status <> 'draft'`,

  'of the own company': ({ agency, client }) => sql`agency_id = ${agency} and client_id = ${client}`,

  'received or made': ({ agency, user }) =>
    sql`agency_id = ${agency} or payer_agency_id = ${agency} or payer_user_id = ${user}`,
  'made by them': ({ user }) => sql`payer_user_id = ${user}`,
  'made by the company or by them': ({ agency, client, user }) =>
    sql`agency_id = ${agency} and client_id = ${client} or payer_user_id = ${user}`,
  'of the platform, and made by them': ({ user }) => sql`payee = 'platform' or payer_user_id = ${user}`,
  'of the link’s invoice': ({ invoice }) => sql`invoice_id = ${invoice}`,
} satisfies Record<string, (by: Looker) => RawBuilder<unknown>>

type Word = keyof typeof WORDS
type Column = 'owner' | 'contributor' | 'client' | 'billing' | 'projects' | 'alone' | 'link' | 'admin'
export type Looks = Column

const COLUMNS: readonly Column[] = [
  'owner',
  'contributor',
  'client',
  'billing',
  'projects',
  'alone',
  'link',
  'admin',
]

type Words = readonly [
  owner: Word,
  contributor: Word,
  client: Word,
  /** A contact who sees bills and no projects, and the other way round. */
  billing: Word,
  projects: Word,
  /** Without an agency, with an unknown role, or signed out. */
  alone: Word,
  link: Word,
  admin: Word,
]
/** Seen by whoever sees the row it belongs to. */
interface Child {
  key: string
  of: TenantTable
}

const owner: Words = ['of the agency', 'none', 'none', 'none', 'none', 'none', 'none', 'all']
const team: Words = ['of the agency', 'of the agency', 'none', 'none', 'none', 'none', 'none', 'all']
const ofProject: Words = [
  'of the agency',
  'of the agency',
  'of own projects',
  'none',
  'of own projects',
  'none',
  'none',
  'all',
]
const member: Words = [
  'of the agency',
  'of the agency',
  'of the agency',
  'of the agency',
  'of the agency',
  'none',
  'none',
  'all',
]
const personal: Words = ['own', 'own', 'own', 'own', 'own', 'own', 'none', 'own']
const madeOrGiven = personal.map((word) => (word === 'own' ? 'made or given' : word)) as unknown as Words

/** Which rows of each table each kind of person reads. */
const TABLE: Record<TenantTable, Words | Child> = {
  activity: [
    'of the agency',
    'work of the agency',
    'work on own projects',
    'none',
    'work on own projects',
    'none',
    'none',
    'all',
  ],
  agencies: [
    'their agency',
    'their agency',
    'their agency',
    'their agency',
    'their agency',
    'none',
    'none',
    'all',
  ],
  agency_subscriptions: member,
  api_tokens: personal,
  audit_log: owner,
  balance_movements: owner,
  balance_reads: owner,
  autopay_attempts: { key: 'invoice_id', of: 'invoices' },
  autopay_mandates: [
    'of the agency',
    'none',
    'of the own company',
    'of the own company',
    'none',
    'none',
    'none',
    'all',
  ],
  autopay_rules: owner,
  billing_profiles: owner,
  book_accounts: owner,
  book_differences: ['none', 'none', 'none', 'none', 'none', 'none', 'none', 'all'],
  card_setups: personal,
  client_contacts: [
    'of the agency',
    'none',
    'own in the agency',
    'own in the agency',
    'own in the agency',
    'none',
    'none',
    'all',
  ],
  client_credits: [
    'of the agency',
    'none',
    'of the own company',
    'of the own company',
    'none',
    'none',
    'none',
    'all',
  ],
  client_notes: owner,
  clients: [
    'of the agency',
    'of the agency',
    'own company',
    'own company',
    'own company',
    'none',
    'none',
    'all',
  ],
  collection_rules: owner,
  employee_skills: team,
  employees: member,
  event_attendees: { key: 'event_id', of: 'events' },
  event_exceptions: { key: 'event_id', of: 'events' },
  events: [
    'attended and the agency’s',
    'attended and the agency’s',
    'attended',
    'attended',
    'attended',
    'attended',
    'none',
    'attended and the platform’s',
  ],
  expense_receipts: owner,
  expenses: owner,
  files: [
    'of the agency',
    'of the agency',
    'shared on own projects',
    'none',
    'shared on own projects',
    'none',
    'none',
    'all',
  ],
  assignee_tallies: owner,
  book_tallies: owner,
  client_tallies: owner,
  import_items: owner,
  imports: owner,
  invitations: owner,
  invoice_instalments: { key: 'invoice_id', of: 'invoices' },
  invoice_items: { key: 'invoice_id', of: 'invoices' },
  invoice_pay_links: { key: 'invoice_id', of: 'invoices' },
  invoice_reminders: { key: 'invoice_id', of: 'invoices' },
  invoices: [
    'issued, and owed once sent',
    'owed once sent',
    'billed to the company once sent, and owed',
    'billed to the company once sent, and owed',
    'owed once sent',
    'owed once sent',
    'the link’s, once sent',
    'of agencies and the platform, and owed',
  ],
  ledger_entries: owner,
  ledger_taxes: owner,
  mail_texts: owner,
  message_attachments: { key: 'message_id', of: 'messages' },
  message_marks: ofProject,
  message_mentions: { key: 'message_id', of: 'messages' },
  message_tallies: ofProject,
  message_threads: ofProject,
  messages: ofProject,
  notifications: personal,
  number_formats: owner,
  payment_customers: personal,
  payment_accounts: ['of the agency', 'none', 'none', 'none', 'none', 'none', 'none', 'none'],
  payment_disputes: { key: 'payment_id', of: 'payments' },
  payment_refunds: { key: 'payment_id', of: 'payments' },
  payments: [
    'received or made',
    'made by them',
    'made by the company or by them',
    'made by the company or by them',
    'made by them',
    'made by them',
    'of the link’s invoice',
    'of the platform, and made by them',
  ],
  payout_batches: owner,
  payouts: ['of the agency', 'own pay', 'none', 'none', 'none', 'none', 'none', 'all'],
  pictures: [
    'of the agency, own, and the platform’s logo',
    'of the agency, own, and the platform’s logo',
    'of the agency, own, and the platform’s logo',
    'of the agency, own, and the platform’s logo',
    'of the agency, own, and the platform’s logo',
    'own, and the platform’s logo',
    'the platform’s logo',
    'all',
  ],
  process_run_steps: team,
  process_runs: team,
  process_steps: { key: 'template_id', of: 'process_templates' },
  process_templates: [
    'of the agency, and samples',
    'of the agency, and samples',
    'none',
    'none',
    'none',
    'none',
    'none',
    'all',
  ],
  products: owner,
  profiles: [
    'of the agency, and own',
    'of the agency, and own',
    'the team, own company, and own',
    'the team, own company, and own',
    'the team, own company, and own',
    'own',
    'none',
    'all',
  ],
  project_assignees: ofProject,
  project_deliverables: ofProject,
  project_requirements: ofProject,
  projects: ['of the agency', 'of the agency', 'own projects', 'none', 'own projects', 'none', 'none', 'all'],
  provider_payouts: owner,
  quick_tasks: madeOrGiven,
  recurring_invoices: owner,
  saved_cards: personal,
  saved_views: [
    'own, and the team’s',
    'own, and the team’s work',
    'own unless shared',
    'own unless shared',
    'own unless shared',
    'own unless shared',
    'none',
    'own unless shared',
  ],
  schedule_feeds: personal,
  subtasks: { key: 'task_id', of: 'tasks' },
  task_comment_mentions: team,
  task_comments: team,
  task_dependencies: { key: 'task_id', of: 'tasks' },
  tax_rates: owner,
  task_tallies: ofProject,
  tax_days: owner,
  tax_tallies: owner,
  tasks: ofProject,
  time_tallies: owner,
  time_entries: [
    'of the agency, and own',
    'own',
    'own, and shared on own projects',
    'own',
    'own, and shared on own projects',
    'own',
    'none',
    'all',
  ],
  timesheets: ['of the agency', 'own in the agency', 'none', 'none', 'none', 'none', 'none', 'all'],
  webhook_deliveries: owner,
  webhook_events: owner,
  webhooks: owner,
}

/** The condition on the table's rows that the table above says for this kind of person. */
export function expectedRows(table: TenantTable, looks: Looks, by: Looker): RawBuilder<SqlBool> {
  const row = TABLE[table]
  if ('key' in row) {
    const parent = expectedRows(row.of, looks, by)
    return sql<SqlBool>`${sql.ref(row.key)} in (select id from ${sql.table(row.of)} where ${parent})`
  }
  return sql<SqlBool>`(${WORDS[row[COLUMNS.indexOf(looks)] as Word](by)})`
}
