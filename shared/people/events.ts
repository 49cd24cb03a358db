import { formatMoney } from '../base/amounts/money.ts'
import { type EventKind, event } from '../base/events/kind.ts'
import { formatCount } from '../base/format.ts'
import type { Role } from '../base/roles.ts'

/** Routers showing a client's name or permissions. */
const CLIENT = ['clients', 'people'] as const
const NAMED_CLIENT = [...CLIENT, 'projects', 'invoices', 'payments', 'messages', 'schedule'] as const
/** What a contact's open screens reload when their access may have changed. */
const CONTACT_RIGHTS = ['auth', 'projects', 'tasks', 'messages', 'invoices', 'payments', 'dashboard'] as const
/** Contributors count toward the plan's limit. */
const EMPLOYEE = ['employees', 'people', 'packages'] as const
const NAMED_EMPLOYEE = [...EMPLOYEE, 'projects', 'tasks', 'timesheets'] as const
const INVITATION = ['invitations', 'clients', 'employees'] as const
const OWNERS = ['owners', 'people', 'audit'] as const

const ROLES: Partial<Record<string, string>> = {
  agency_admin: 'an owner',
  employee: 'a contributor',
  client: 'a client',
}

/** A role with its article, for example `a contributor`. */
export const withArticle = (role: string): string => ROLES[role] ?? 'a member'

const invited = ({ email, role, again }: { email: string; role: string; again: boolean }): string =>
  again ? `${email} was invited again` : `${email} was invited as ${withArticle(role)}`

/** The agency owner concerned. */
export interface Owner {
  name: string
  email: string
}

/** Changes that decide who receives documents or may sign in; undefined if unchanged. */
interface ClientChange {
  name: string
  email?: string | undefined
  cc?: readonly string[] | undefined
  bcc?: readonly string[] | undefined
  portal?: boolean | undefined
}

interface Contact {
  name: string
  email: string
  client: string
  portal_access: boolean
  can_see_projects: boolean
  can_see_billing: boolean
}

/** The email, to which invitations are sent, and the rate are undefined if unchanged. */
interface EmployeeChange {
  name: string
  email?: string | undefined
  rate?: { amount: number; currency: string } | undefined
}

const listed = (addresses: readonly string[]): string => addresses.join(', ') || 'none'

function updated(name: string, changes: readonly (string | null)[]): string {
  const named = changes.filter((change) => change !== null)
  return named.length === 0 ? `${name} updated` : `${name} updated: ${named.join(', ')}`
}

function contactRights({ email, portal_access, can_see_projects, can_see_billing }: Contact): string {
  if (!portal_access) return `${email}, without portal access`
  const seen = [can_see_projects ? 'projects' : null, can_see_billing ? 'billing' : null]
  return `${email} sees ${seen.filter((what) => what !== null).join(' and ') || 'neither projects nor billing'}`
}

/** Events of clients, contributors, owners, and invitations. */
export const PEOPLE_EVENTS = {
  'client.created': event<{ name: string }>({
    effect: 'adds',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} added as a client`,
    webhook: true,
  }),
  'client.updated': event<ClientChange>({
    effect: 'sets',
    subject: 'client',
    touches: NAMED_CLIENT,
    activity: ({ name }) => `${name} updated`,
    audit: ({ name, email, cc, bcc, portal }) =>
      updated(name, [
        email === undefined ? null : `email ${email}`,
        cc === undefined ? null : `CC ${listed(cc)}`,
        bcc === undefined ? null : `BCC ${listed(bcc)}`,
        portal === undefined ? null : `portal access ${portal ? 'on' : 'off'}`,
      ]),
  }),
  'client.archived': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} archived`,
    audit: ({ name }) => `${name} archived`,
  }),
  'client.restored': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} restored`,
    audit: ({ name }) => `${name} restored`,
  }),
  'client.tax-id-checked': event({ effect: 'sets', subject: 'client', touches: CLIENT }),
  'client.portal-opened': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `Portal access turned on for ${name}`,
    audit: ({ name }) => `Portal access turned on for ${name}`,
  }),
  'client.portal-closed': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `Portal access turned off for ${name}`,
    audit: ({ name }) => `Portal access turned off for ${name}`,
  }),
  'client.imported': event<{ count: number }>({
    effect: 'adds',
    subject: 'agency',
    touches: CLIENT,
    activity: ({ count }) => `${formatCount(count, 'client')} imported`,
    webhook: true,
  }),
  'client.contact-added': event<Contact>({
    effect: 'adds',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name, client }) => `${name} added to ${client}`,
    audit: (contact) => `${contact.name} added to ${contact.client}: ${contactRights(contact)}`,
  }),
  'client.contact-updated': event<Contact>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name, client }) => `${name} updated at ${client}`,
    audit: (contact) => `${contact.name} updated at ${contact.client}: ${contactRights(contact)}`,
  }),
  'client.contact-removed': event<{ name: string }>({
    effect: 'removes',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} removed from the client’s contacts`,
    audit: ({ name }) => `${name} removed from the client’s contacts`,
  }),
  'client.contact-rights-changed': event({ effect: 'sets', subject: 'user', touches: CONTACT_RIGHTS }),
  /** Notes are internal: they have no activity, so that clients can't see them. */
  'client.note-added': event({ effect: 'adds', subject: 'client_note', touches: ['clients'] }),
  'client.note-removed': event<{ author: string }>({
    effect: 'removes',
    subject: 'client_note',
    touches: ['clients'],
    audit: ({ author }) => `Note by ${author} removed`,
  }),
  'employee.created': event<{ name: string }>({
    effect: 'adds',
    subject: 'employee',
    touches: EMPLOYEE,
    activity: ({ name }) => `${name} was added to the team`,
  }),
  'employee.updated': event<EmployeeChange>({
    effect: 'sets',
    subject: 'employee',
    touches: NAMED_EMPLOYEE,
    activity: ({ name }) => `${name} updated`,
    audit: ({ name, email, rate }) =>
      updated(name, [
        email === undefined ? null : `email ${email}`,
        rate === undefined ? null : `hourly rate ${formatMoney(rate.amount, rate.currency)}`,
      ]),
  }),
  'employee.deactivated': event<{ name: string }>({
    effect: 'sets',
    subject: 'employee',
    touches: EMPLOYEE,
    activity: ({ name }) => `${name} deactivated`,
    audit: ({ name }) => `${name} deactivated`,
  }),
  'employee.reactivated': event<{ name: string }>({
    effect: 'sets',
    subject: 'employee',
    touches: EMPLOYEE,
    activity: ({ name }) => `${name} reactivated`,
    audit: ({ name }) => `${name} reactivated`,
  }),
  'invitation.sent': event<{ email: string; role: string; again: boolean; secret: string; days: number }>({
    effect: 'commits',
    subject: 'invitation',
    touches: INVITATION,
    activity: invited,
    audit: invited,
  }),
  'invitation.revoked': event<{ email: string }>({
    effect: 'removes',
    subject: 'invitation',
    touches: INVITATION,
    activity: ({ email }) => `Invitation for ${email} withdrawn`,
    audit: ({ email }) => `Invitation for ${email} withdrawn`,
  }),
  'invitation.accepted': event<{ name: string; role: Role | null }>({
    subject: 'invitation',
    touches: [...INVITATION, 'people'],
    activity: ({ name }) => `${name} accepted the invitation`,
    notifies: ['invitation_accepted'],
  }),
  'member.joined': event<{ email: string; role: Role | null }>({
    subject: 'user',
    touches: ['people', 'owners'],
    audit: ({ email, role }) => `${email} by invitation, with the role ${role}`,
  }),
  'member.removed': event<{ email: string; role: 'client' | 'employee' }>({
    effect: 'removes',
    subject: 'user',
    touches: [...CLIENT, 'employees', 'schedule'],
    audit: ({ email, role }) =>
      `${email} is no longer ${role === 'employee' ? 'a contributor' : 'a contact'} of the agency`,
  }),
  'owner.disabled': event<Owner>({
    subject: 'user',
    touches: OWNERS,
    audit: ({ email }) => `${email} can no longer sign in`,
    notifies: ['owners'],
  }),
  'owner.enabled': event<Owner>({
    subject: 'user',
    touches: OWNERS,
    audit: ({ email }) => `${email} can sign in again`,
    notifies: ['owners'],
  }),
  'owner.removed': event<Owner & { left: boolean }>({
    subject: 'user',
    touches: [...OWNERS, 'schedule'],
    audit: ({ email, left }) => (left ? `${email} left the agency` : `${email} is no longer an owner`),
    notifies: ['owners'],
  }),
  'owner.handed-over': event<Owner & { from: string }>({
    subject: 'user',
    touches: [...OWNERS, 'packages', 'agencies'],
    audit: ({ email, from }) => `From ${from} to ${email}`,
    notifies: ['owners'],
  }),
} satisfies Record<string, EventKind<never>>
