import { type Action, allows } from '../base/policies.ts'

/** The areas of the portal to which access tokens can grant access, named like its screens. */
export const AREAS = {
  overview: 'Overview & search',
  projects: 'Projects & tasks',
  clients: 'Clients',
  people: 'People',
  time: 'Work Log & timesheets',
  processes: 'Process Management',
  payments: 'Invoices & payments',
  finance: 'Accounts & Finance',
  messages: 'Messages',
  schedules: 'Schedules',
  settings: 'Settings',
  webhooks: 'Webhooks',
  audit: 'Audit log',
  exports: 'Exports of all data',
  platform: 'Agencies & platform',
} as const

export type Area = keyof typeof AREAS
export type Access = 'read' | 'write'
/** Areas without write access. */
const READING_ONLY: readonly Area[] = ['audit', 'exports']

export const isWritable = (area: Area): boolean => !READING_ONLY.includes(area)

/** Access of a token to an area; writing includes reading. */
export type Scope = `${Area}:${Access}`

/** Not available to tokens, whatever their scopes: requires signing in. */
const PERSON = null

/** The area of each action in the access matrix; a new action doesn't compile until it is listed here. */
const AREA_OF: Record<Exclude<Action, 'public'>, Area | typeof PERSON> = {
  'session.own': PERSON,
  'security.own': PERSON,
  'api-token.own': PERSON,
  'owner.write': PERSON,
  'member.recover': PERSON,
  'import.write': PERSON,
  'payment-account.manage': PERSON,
  'bank-details.write': PERSON,
  'payout-account.write': PERSON,
  'self-billing.accept': PERSON,
  'period.reopen': PERSON,
  'platform-payments.write': PERSON,
  'autopay.give': PERSON,
  'calendar-link.own': PERSON,
  'backup.manage': PERSON,

  'dashboard.read': 'overview',
  'activity.read': 'overview',
  'notification.own': 'overview',
  'search.read': 'overview',
  'project.read': 'projects',
  'project.write': 'projects',
  'task.read': 'projects',
  'task.write': 'projects',
  'task.delete': 'projects',
  'task.comment': 'projects',
  'task.request': 'projects',
  'file.read': 'projects',
  'file.upload': 'projects',
  'file.delete': 'projects',
  'file.review': 'projects',
  'quick-task.own': 'projects',
  'client.read': 'clients',
  'client.write': 'clients',
  'people.read': 'people',
  'employee.read': 'people',
  'employee.write': 'people',
  'invitation.write': 'people',
  'work-log.own': 'time',
  'timesheet.own': 'time',
  'timesheet.submit': 'time',
  'timesheet.review': 'time',
  'timesheet.bill': 'time',
  'project-time.read': 'time',
  'project-time.write': 'time',
  'process.read': 'processes',
  'process.write': 'processes',
  'process.run': 'processes',
  'letterhead.read': 'payments',
  'invoice.read': 'payments',
  'invoice.write': 'payments',
  'payment.read': 'payments',
  'payment.pay': 'payments',
  'payment.manage': 'payments',
  'autopay.read': 'payments',
  'autopay.end': 'payments',
  'subscription.read': 'payments',
  'subscription.write': 'payments',
  'payout.read': 'payments',
  'payout.write': 'payments',
  'payout-bill.write': 'payments',
  'finance.read': 'finance',
  'finance.write': 'finance',
  'period.close': 'finance',
  'message.read': 'messages',
  'message.write': 'messages',
  'schedule.read': 'schedules',
  'schedule.write': 'schedules',
  'profile.own': 'settings',
  'owner.rates': 'settings',
  'settings.own': 'settings',
  'view.share': 'settings',
  'stopped-work.manage': 'settings',
  'agency.write-own': 'settings',
  'letterhead.write': 'settings',
  'webhook.write': 'webhooks',
  'audit.read': 'audit',
  'personal-data.export': 'exports',
  'agency.export': 'exports',
  'agency.read-all': 'platform',
  'agency.write-all': 'platform',
  'package.write': 'platform',
  'platform.manage': 'platform',
}

export const SCOPES = (Object.keys(AREAS) as Area[]).flatMap((area): Scope[] =>
  isWritable(area) ? [`${area}:read`, `${area}:write`] : [`${area}:read`],
)

/** The scope required by a call; null if tokens can't make it. */
export function scopeOf(action: Action, changes: boolean): Scope | null {
  const area = action === 'public' ? PERSON : AREA_OF[action]
  return area === PERSON ? null : `${area}:${changes ? 'write' : 'read'}`
}

export const covers = (scopes: readonly Scope[], needed: Scope): boolean =>
  scopes.includes(needed) || scopes.includes(needed.replace(/:read$/, ':write') as Scope)

/** The areas in which a role can do anything, which are the only useful ones for its tokens. */
export const areasFor = (role: string): Area[] =>
  (Object.keys(AREAS) as Area[]).filter((area) =>
    Object.entries(AREA_OF).some(([action, of]) => of === area && allows(role, action as Action)),
  )

const isScope = (text: string): text is Scope => (SCOPES as string[]).includes(text)

/** Parses the scopes stored with a token; those unknown to this version are ignored. */
export const parseScopes = (text: string): Scope[] => text.split(' ').filter(isScope)
