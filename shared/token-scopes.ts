import { type Action, allows } from './policies.ts'

/** The areas of the portal an access token can be given, named as its screens are. */
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
/** Areas in which there is nothing to change. */
const READING_ONLY: readonly Area[] = ['audit', 'exports']

export const isWritable = (area: Area): boolean => !READING_ONLY.includes(area)

/** What a token may do in an area; writing includes reading. */
export type Scope = `${Area}:${Access}`

/** No token may do it, whatever its scopes: it takes a person who is signed in. */
const PERSON = null

/** The area of each entry of the access matrix: a new one doesn't compile until it has its own. */
const AREA_OF: Record<Exclude<Action, 'public'>, Area | typeof PERSON> = {
  'session.own': PERSON,
  'security.own': PERSON,
  'api-token.own': PERSON,
  'owner.write': PERSON,
  'import.write': PERSON,
  'payment-account.manage': PERSON,
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
  'timesheet.review': 'time',
  'timesheet.bill': 'time',
  'project-time.read': 'time',
  'project-time.write': 'time',
  'process.read': 'processes',
  'process.write': 'processes',
  'process.run': 'processes',
  'billing.read': 'payments',
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
  'finance.read': 'finance',
  'finance.write': 'finance',
  'message.read': 'messages',
  'message.write': 'messages',
  'schedule.read': 'schedules',
  'schedule.write': 'schedules',
  'profile.own': 'settings',
  'settings.own': 'settings',
  'view.share': 'settings',
  'agency.write-own': 'settings',
  'billing.write': 'settings',
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

/** The scope a call needs; null where no token may make it. */
export function scopeOf(action: Action, changes: boolean): Scope | null {
  const area = action === 'public' ? PERSON : AREA_OF[action]
  return area === PERSON ? null : `${area}:${changes ? 'write' : 'read'}`
}

export const covers = (scopes: readonly Scope[], needed: Scope): boolean =>
  scopes.includes(needed) || scopes.includes(needed.replace(/:read$/, ':write') as Scope)

/** The areas in which a role may do anything: a token of its people is of use there alone. */
export const areasFor = (role: string): Area[] =>
  (Object.keys(AREAS) as Area[]).filter((area) =>
    Object.entries(AREA_OF).some(([action, of]) => of === area && allows(role, action as Action)),
  )

const isScope = (text: string): text is Scope => (SCOPES as string[]).includes(text)

/** The scopes as a token's row keeps them; those of another version give nothing. */
export const parseScopes = (text: string): Scope[] => text.split(' ').filter(isScope)
