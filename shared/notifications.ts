import { z } from 'zod'
import { pageInput } from './paging.ts'
import { ROLES, type Role } from './roles.ts'

export interface EventKind {
  label: string
  /** Whether it is emailed by default. */
  email: boolean
  /** The roles it applies to; others don't see it in Settings. */
  roles: readonly Role[]
}

const AGENCY: readonly Role[] = ['agency_admin', 'employee', 'client']
const TEAM: readonly Role[] = ['agency_admin', 'employee']
const PAYEES_AND_CLIENTS: readonly Role[] = ['super_admin', 'agency_admin', 'client']

/** All notification types, in the order of Settings. */
export const NOTIFICATION_KINDS = {
  task_assigned: { label: 'A task is assigned to me', email: true, roles: ['employee'] },
  mention: { label: 'Someone mentions me', email: true, roles: AGENCY },
  comment: { label: 'A comment on my task', email: false, roles: ['employee'] },
  message: { label: 'A new message', email: false, roles: AGENCY },
  task_due: { label: 'My task is due tomorrow', email: true, roles: ['employee'] },
  task_overdue: { label: 'My task is overdue', email: true, roles: ['employee'] },
  task_status: { label: 'My task changes status', email: false, roles: ['employee'] },
  project_status: { label: 'A project changes status', email: false, roles: AGENCY },
  file: { label: 'A file is delivered or reviewed', email: false, roles: AGENCY },
  invitation_accepted: { label: 'An invitation is accepted', email: true, roles: ['agency_admin'] },
  /** The owners are emailed anyway. */
  owners: { label: 'The owners of my agency change', email: false, roles: ['agency_admin'] },
  /** The invoice itself is emailed anyway. */
  invoice_sent: { label: 'I receive an invoice', email: false, roles: ['client'] },
  invoice_viewed: { label: 'An invoice is viewed', email: false, roles: ['super_admin', 'agency_admin'] },
  invoice_paid: { label: 'An invoice is paid', email: true, roles: PAYEES_AND_CLIENTS },
  invoice_overdue: { label: 'An invoice is overdue', email: true, roles: PAYEES_AND_CLIENTS },
  payment_failed: { label: 'A payment fails', email: true, roles: ROLES },
  /** Its charges and declines are emailed anyway. */
  autopay: { label: 'Autopay changes', email: false, roles: ['agency_admin', 'client'] },
  payment_disputed: {
    label: 'A payment is disputed',
    email: true,
    roles: ['super_admin', 'agency_admin'],
  },
  provider_payout_failed: {
    label: 'A payout to my bank fails',
    email: true,
    roles: ['super_admin', 'agency_admin'],
  },
  payout_sent: { label: 'A payout is recorded', email: true, roles: ['employee'] },
  timesheet_submitted: { label: 'A timesheet is submitted', email: true, roles: ['agency_admin'] },
  timesheet_reviewed: { label: 'My timesheet is approved or rejected', email: true, roles: TEAM },
  /** Also of one that is undone. */
  import: { label: 'An import is finished', email: true, roles: ['agency_admin'] },
  budget: { label: 'A project is close to its budget', email: true, roles: ['agency_admin'] },
  event_invitation: { label: 'I am invited to an event', email: true, roles: ROLES },
  event_reminder: { label: 'An event is about to start', email: false, roles: ROLES },
  webhook: { label: 'A webhook is switched off', email: true, roles: ['agency_admin'] },
  process: { label: 'A process step is assigned to me', email: true, roles: TEAM },
  /** An alert is emailed anyway. */
  books: { label: 'Books of an agency disagree', email: false, roles: ['super_admin'] },
  platform: { label: 'Agency and plan updates', email: false, roles: ['super_admin'] },
} as const satisfies Record<string, EventKind>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const notificationEvent = z.enum(
  Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]],
)

export const MAIL_DELIVERIES = ['instant', 'daily', 'off'] as const
export type MailDelivery = (typeof MAIL_DELIVERIES)[number]

export const MAIL_DELIVERY_LABELS: Record<MailDelivery, string> = {
  instant: 'Immediately',
  daily: 'Daily summary',
  off: 'Never',
}

export const notificationListInput = z.strictObject({ ...pageInput, unread: z.boolean().default(false) })

export const notificationPreferencesInput = z.strictObject({
  delivery: z.enum(MAIL_DELIVERIES),
  events: z
    .array(z.strictObject({ event: notificationEvent, in_app: z.boolean(), email: z.boolean() }))
    .max(Object.keys(NOTIFICATION_KINDS).length),
})

export interface NotificationDto {
  id: string
  event: string
  title: string
  /** Path and query within the portal. */
  link: string
  /** The number of notifications grouped in this one. */
  count: number
  read: boolean
  created_at: string
}

export interface NotificationPreferences {
  delivery: MailDelivery
  events: { event: NotificationKind; label: string; in_app: boolean; email: boolean }[]
}

/** The heading of the bell's list. */
export const unreadHeading = (unread: number): string =>
  `You have ${unread} new notification${unread === 1 ? '' : 's'}`
