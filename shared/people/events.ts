import { type EventKind, event } from '../base/events/kind.ts'
import { formatCount } from '../base/format.ts'
import type { Role } from '../base/roles.ts'

/** Routers showing a client's name or permissions. */
const CLIENT = ['clients', 'people'] as const
const NAMED_CLIENT = [...CLIENT, 'projects', 'invoices', 'payments', 'messages', 'schedule'] as const
/** What a contact's open screens reload when their access may have changed. */
const CONTACT_RIGHTS = ['auth', 'projects', 'tasks', 'messages', 'invoices', 'payments', 'dashboard'] as const
/** Contributors count towards the plan's limit. */
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

/** Events of clients, contributors, owners, and invitations. */
export const PEOPLE_EVENTS = {
  'client.created': event<{ name: string }>({
    effect: 'adds',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} added as a client`,
    webhook: true,
  }),
  'client.updated': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: NAMED_CLIENT,
    activity: ({ name }) => `${name} updated`,
  }),
  'client.archived': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} archived`,
  }),
  'client.restored': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} restored`,
  }),
  'client.tax-id-checked': event({ effect: 'sets', subject: 'client', touches: CLIENT }),
  'client.portal-opened': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `Portal access turned on for ${name}`,
  }),
  'client.portal-closed': event<{ name: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `Portal access turned off for ${name}`,
  }),
  'client.imported': event<{ count: number }>({
    effect: 'adds',
    subject: 'agency',
    touches: CLIENT,
    activity: ({ count }) => `${formatCount(count, 'client')} imported`,
  }),
  'client.contact-added': event<{ name: string; client: string }>({
    effect: 'adds',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name, client }) => `${name} added to ${client}`,
  }),
  'client.contact-updated': event<{ name: string; client: string }>({
    effect: 'sets',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name, client }) => `${name} updated at ${client}`,
  }),
  'client.contact-removed': event<{ name: string }>({
    effect: 'removes',
    subject: 'client',
    touches: CLIENT,
    activity: ({ name }) => `${name} removed from the client's contacts`,
  }),
  'client.contact-rights-changed': event({ effect: 'sets', subject: 'user', touches: CONTACT_RIGHTS }),
  /** Notes are internal: they have no activity, so that clients can't see them. */
  'client.note-added': event({ effect: 'adds', subject: 'client_note', touches: ['clients'] }),
  'client.note-removed': event({ effect: 'removes', subject: 'client_note', touches: ['clients'] }),
  'employee.created': event<{ name: string }>({
    effect: 'adds',
    subject: 'employee',
    touches: EMPLOYEE,
    activity: ({ name }) => `${name} was added to the team`,
  }),
  'employee.updated': event<{ name: string }>({
    effect: 'sets',
    subject: 'employee',
    touches: NAMED_EMPLOYEE,
    activity: ({ name }) => `${name} updated`,
  }),
  'employee.deactivated': event<{ name: string }>({
    effect: 'sets',
    subject: 'employee',
    touches: EMPLOYEE,
    activity: ({ name }) => `${name} deactivated`,
  }),
  'employee.reactivated': event<{ name: string }>({
    effect: 'sets',
    subject: 'employee',
    touches: EMPLOYEE,
    activity: ({ name }) => `${name} reactivated`,
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
