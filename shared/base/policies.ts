import { ROLES, type Role } from './roles.ts'

const EVERYONE = ROLES
const STAFF = ['super_admin', 'agency_admin', 'employee'] as const
const MANAGERS = ['super_admin', 'agency_admin'] as const
const OWNER = ['agency_admin'] as const
const CLIENT = ['client'] as const
const PLATFORM = ['super_admin'] as const

/**
 * The access matrix: which roles can do what. Used by the server's procedures and the client's navigation.
 * `public` needs no session; `signed-in` needs one but no known role.
 */
export const POLICIES = {
  public: 'public',
  'session.own': 'signed-in',
  'profile.own': 'signed-in',

  'dashboard.read': EVERYONE,
  'activity.read': EVERYONE,
  'people.read': EVERYONE,

  'project.read': EVERYONE,
  'project.write': MANAGERS,
  'task.read': EVERYONE,
  'task.write': STAFF,
  'task.delete': STAFF,
  'task.comment': EVERYONE,
  'task.request': CLIENT,
  'file.read': EVERYONE,
  'file.upload': EVERYONE,
  'file.delete': STAFF,
  'file.review': CLIENT,
  'client.read': MANAGERS,
  'client.write': MANAGERS,
  'employee.read': MANAGERS,
  'employee.write': MANAGERS,
  'invitation.write': OWNER,

  'letterhead.read': OWNER,
  'letterhead.write': OWNER,
  /** The bank account for clients' transfers. */
  'bank-details.write': OWNER,
  'invoice.read': EVERYONE,
  'invoice.write': OWNER,
  'payment.read': EVERYONE,
  'payment.pay': EVERYONE,
  'payment.manage': OWNER,
  'autopay.read': ['super_admin', 'agency_admin', 'client'],
  /** Only the payer can consent to charges. */
  'autopay.give': CLIENT,
  'autopay.end': ['agency_admin', 'client'],
  'payment-account.manage': OWNER,
  'subscription.read': EVERYONE,
  'subscription.write': OWNER,
  'payout.read': STAFF,
  'payout.write': OWNER,
  /** Contributors' bills: their own, or any for owners. */
  'payout-bill.write': ['agency_admin', 'employee'],
  /** Only the contributor can agree to self-billing. */
  'self-billing.accept': ['employee'],
  /** A contributor's own bank account; owners may enter it for them. */
  'payout-account.write': ['agency_admin', 'employee'],
  'message.read': EVERYONE,
  'message.write': EVERYONE,
  'notification.own': EVERYONE,
  'search.read': EVERYONE,
  'work-log.own': EVERYONE,
  'timesheet.own': STAFF,
  /** Owners' time needs no approval. */
  'timesheet.submit': ['employee'],
  'timesheet.review': MANAGERS,
  'timesheet.bill': MANAGERS,
  'project-time.read': MANAGERS,
  'project-time.write': MANAGERS,
  'process.read': STAFF,
  'process.write': MANAGERS,
  'process.run': STAFF,
  'quick-task.own': EVERYONE,
  'finance.read': MANAGERS,
  'finance.write': MANAGERS,
  'period.close': OWNER,
  'period.reopen': OWNER,
  'agency.read-all': PLATFORM,
  'agency.write-all': PLATFORM,
  'agency.write-own': OWNER,
  'owner.write': OWNER,
  'owner.rates': OWNER,
  /** For someone who can no longer sign in; the platform's administrators help owners. */
  'member.recover': MANAGERS,
  'import.write': OWNER,
  'agency.export': MANAGERS,
  'package.write': PLATFORM,
  'schedule.read': EVERYONE,
  'schedule.write': EVERYONE,
  'calendar-link.own': EVERYONE,
  'settings.own': EVERYONE,
  'view.share': OWNER,
  'personal-data.export': EVERYONE,
  'security.own': 'signed-in',
  'platform.manage': PLATFORM,
  /** Items that jobs gave up on. */
  'stopped-work.manage': MANAGERS,
  'platform-payments.write': PLATFORM,
  'backup.manage': PLATFORM,
  'api-token.own': EVERYONE,
  'webhook.write': MANAGERS,
  'audit.read': MANAGERS,
} as const satisfies Record<string, 'public' | 'signed-in' | readonly Role[]>

export type Action = keyof typeof POLICIES

/** Error messages for denied actions that are defined in the specification. */
export const DENIALS: Partial<Record<Action, { title: string; message: string }>> = {
  'task.delete': { title: 'Access Denied', message: "You don't have permission to delete tasks" },
}

/** Whether the role can do the action; an unknown role can't do anything that requires a role. */
export function allows(role: string | null, action: Action): boolean {
  const policy: 'public' | 'signed-in' | readonly string[] = POLICIES[action]
  if (policy === 'public') return true
  if (role === null) return false
  return policy === 'signed-in' || policy.includes(role)
}
