import { type RawBuilder, sql } from 'kysely'
import type { TenantTable } from '#server/base/db/tenants.ts'

/** The viewer, by their account; null matches nothing. */
export interface Looker {
  agency: string | null
  user: string | null
  client: string | null
  employee: string | null
  /** What a pay link gives access to. */
  invoice: string | null
}

const AGENCY_KINDS = sql`('agency', 'platform')`
const projects = ({ agency, client }: Looker) =>
  sql`(select id from projects where agency_id = ${agency} and assigned_client_id = ${client})`
const owedByMe = ({ user }: Looker) => sql`payer_user_id = ${user} and status <> 'draft'`
const attended = ({ user, client }: Looker) =>
  sql`organizer_id = ${user} or id in
    (select event_id from event_attendees where user_id = ${user} or client_id = ${client})`
const attendedHere = (by: Looker) =>
  sql`(agency_id is null or agency_id = ${by.agency}) and (${attended(by)})`
const sent = (user: Looker['user']) =>
  sql`(uploaded_by = ${user} or id in (select file_id from message_attachments))`

/** The table's terms in plain SQL, without product code. */
export const WORDS = {
  all: () => sql`1 = 1`,
  none: () => sql`1 = 0`,
  'of the agency': ({ agency }) => sql`agency_id = ${agency}`,
  'their agency': ({ agency }) => sql`id = ${agency}`,
  own: ({ user }) => sql`user_id = ${user}`,
  'own in the agency': ({ agency, user }) => sql`agency_id = ${agency} and user_id = ${user}`,
  'of the agency, and own': ({ agency, user }) => sql`agency_id = ${agency} or user_id = ${user}`,
  'private time': ({ user }) => sql`agency_id is null and user_id = ${user}`,
  'own, and private time': ({ agency, user }) =>
    sql`(agency_id is null or agency_id = ${agency}) and user_id = ${user}`,
  'of the agency, and private time': ({ agency, user }) =>
    sql`agency_id = ${agency} or agency_id is null and user_id = ${user}`,
  'own unless shared': ({ user }) => sql`user_id = ${user} and shared = 0`,
  'own, and the team’s': ({ agency, user }) =>
    sql`user_id = ${user} and shared = 0 or agency_id = ${agency} and shared = 1`,
  'the team’s': ({ agency }) => sql`agency_id = ${agency} and shared = 1`,
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
  'sent files of the agency': ({
    agency,
    user,
  }) => sql`agency_id = ${agency} and (kind <> 'message' or ${sent(user)}
      or id in (select file_id from task_comment_attachments))`,
  'sent or shared on own projects': (by) =>
    sql`project_id in ${projects(by)} and (kind = 'deliverable' or kind = 'message' and ${sent(by.user)}
      or id in (select file_id from task_comment_attachments
        where comment_id in (select id from task_comments where shared = 1)))`,
  'shared on own projects': (by) =>
    sql`shared = 1 and task_id in (select id from tasks where project_id in ${projects(by)})`,
  'private time, and shared on own projects': (by) =>
    sql`agency_id is null and user_id = ${by.user} or project_id in
      (select id from projects where share_hours = 1 and id in ${projects(by)}
        and (client_since is null or client_since < worked_on))`,
  'made or given': ({ agency, user }) =>
    sql`(agency_id is null or agency_id = ${agency}) and (created_by = ${user} or assigned_to = ${user})`,
  'own pay': ({ agency, employee }) => sql`agency_id = ${agency} and employee_id = ${employee}`,
  'of the agency, and samples': ({ agency }) => sql`agency_id = ${agency} or agency_id is null`,
  'of the agency, own, and the platform’s logo': ({ agency, user }) =>
    sql`agency_id = ${agency} or user_id = ${user} or kind = 'platform-logo'`,
  'of the agency, and the platform’s logo': ({ agency }) =>
    sql`agency_id = ${agency} or kind = 'platform-logo'`,
  'own, and the platform’s logo': ({ user }) => sql`user_id = ${user} or kind = 'platform-logo'`,
  'the platform’s logo': () => sql`kind = 'platform-logo'`,
  'the platform’s': () => sql`agency_id is null`,

  'attended and the agency’s': (by) => sql`agency_id = ${by.agency} or ${attendedHere(by)}`,
  'attended and the platform’s': (by) => sql`agency_id is null or ${attended(by)}`,
  attended: attendedHere,

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

export type Word = keyof typeof WORDS
type Column = 'owner' | 'contributor' | 'client' | 'billing' | 'projects' | 'alone' | 'link' | 'admin'
/** As one of the columns, or as a platform administrator viewing an agency as its owner. */
export type Looks = Column | 'view'

export const COLUMNS: readonly Column[] = [
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
  /** A contact with access to invoices but not projects, and vice versa. */
  billing: Word,
  projects: Word,
  /** Without an agency, with an unknown role, or signed out. */
  alone: Word,
  link: Word,
  admin: Word,
]
/** Visible to those who see its parent row. */
interface Child {
  key: string
  of: TenantTable
}

export const owner: Words = ['of the agency', 'none', 'none', 'none', 'none', 'none', 'none', 'all']
export const team: Words = ['of the agency', 'of the agency', 'none', 'none', 'none', 'none', 'none', 'all']
export const ofProject: Words = [
  'of the agency',
  'of the agency',
  'of own projects',
  'none',
  'of own projects',
  'none',
  'none',
  'all',
]
export const member: Words = [
  'of the agency',
  'of the agency',
  'of the agency',
  'of the agency',
  'of the agency',
  'none',
  'none',
  'all',
]
export const personal: Words = ['own', 'own', 'own', 'own', 'own', 'own', 'none', 'own']
export const madeOrGiven = personal.map((word) =>
  word === 'own' ? 'made or given' : word,
) as unknown as Words

export const COMMON = { owner, team, member, personal }
/** A row of the table, or the name of a common one. */
export type Visible = Words | Child | keyof typeof COMMON
