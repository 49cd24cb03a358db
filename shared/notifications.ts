import { z } from 'zod'
import { pageInput } from './paging.ts'

interface EventKind {
  label: string
  /** Whether it is also mailed until the person decides otherwise. */
  email: boolean
}

/** Everything a person can be notified of, in the order Settings shows it. */
export const NOTIFICATION_EVENTS = {
  task_assigned: { label: 'A task is assigned to me', email: true },
  mention: { label: 'Someone mentions me', email: true },
  comment: { label: 'A comment on my task', email: false },
  message: { label: 'A new message', email: false },
  task_due: { label: 'My task is due tomorrow', email: true },
  task_overdue: { label: 'My task is overdue', email: true },
  task_status: { label: 'My task moves on', email: false },
  project_status: { label: 'A project changes its status', email: false },
  file: { label: 'A file is delivered or reviewed', email: false },
  invitation_accepted: { label: 'An invitation is accepted', email: true },
  /** The invoice itself comes by mail anyway. */
  invoice_sent: { label: 'I receive an invoice', email: false },
  invoice_viewed: { label: 'An invoice is viewed', email: false },
  invoice_paid: { label: 'An invoice is paid', email: true },
  invoice_overdue: { label: 'An invoice is overdue', email: true },
  payment_failed: { label: 'A payment fails', email: true },
  payout_sent: { label: 'A payout is sent', email: true },
  timesheet_submitted: { label: 'A timesheet is submitted', email: true },
  timesheet_reviewed: { label: 'My timesheet is approved or rejected', email: true },
  budget: { label: 'A project nears its budget', email: true },
  event_invitation: { label: 'I am invited to an event', email: true },
  event_reminder: { label: 'An event is about to start', email: false },
  process: { label: 'A process step becomes mine', email: true },
  platform: { label: 'News of agencies and plans', email: false },
} as const satisfies Record<string, EventKind>

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS
export const notificationEvent = z.enum(
  Object.keys(NOTIFICATION_EVENTS) as [NotificationEvent, ...NotificationEvent[]],
)

export const MAIL_DELIVERIES = ['instant', 'daily', 'off'] as const
export type MailDelivery = (typeof MAIL_DELIVERIES)[number]

export const MAIL_DELIVERY_LABELS: Record<MailDelivery, string> = {
  instant: 'As it happens',
  daily: 'Once a day',
  off: 'Never',
}

export const notificationListInput = z.strictObject({ ...pageInput, unread: z.boolean().default(false) })

export const notificationPreferencesInput = z.strictObject({
  delivery: z.enum(MAIL_DELIVERIES),
  events: z
    .array(z.strictObject({ event: notificationEvent, in_app: z.boolean(), email: z.boolean() }))
    .max(Object.keys(NOTIFICATION_EVENTS).length),
})

export interface NotificationDto {
  id: string
  event: string
  title: string
  /** Path and query inside the portal. */
  link: string
  /** How many of a burst this one stands for. */
  count: number
  read: boolean
  created_at: string
}

export interface NotificationPreferences {
  delivery: MailDelivery
  events: { event: NotificationEvent; label: string; in_app: boolean; email: boolean }[]
}

/** The heading of the bell's list. */
export const unreadHeading = (unread: number): string =>
  `You have ${unread} new notification${unread === 1 ? '' : 's'}`
