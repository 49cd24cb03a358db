import { ALERTS, type AlertKind } from '../platform.ts'
import { type EventKind, event } from './kind.ts'

interface DueTask {
  title: string
  dueDate: string
  /** The account of whoever the task is assigned to. */
  assigneeId: string
}

interface Alert {
  kind: AlertKind
  details: string
  beganAt: string
}

/** What the portal does by itself, and what happens at its own doors: reminders, webhooks, exports. */
export const PORTAL_EVENTS = {
  /** Something that the platform's administrators should see to. */
  'alert.began': event<Alert>({
    subject: 'alert',
    touches: ['platform'],
    audit: ({ kind, details }) => `${ALERTS[kind]}: ${details}`,
    notifies: ['platform'],
  }),
  'alert.lasts': event<Alert>({ subject: 'alert', touches: ['platform'] }),
  'alert.ended': event<Alert>({
    subject: 'alert',
    touches: ['platform'],
    audit: ({ kind }) => ALERTS[kind],
  }),
  'agency.exported': event<{ name: string }>({
    subject: 'agency',
    touches: [],
    audit: ({ name }) => name,
  }),
  'backup.downloaded': event({ subject: 'backup', touches: [], audit: ({ id }) => id }),
  /** A reverse proxy names callers, and the settings don't let us believe it. */
  'platform.proxy-untrusted': event({ subject: 'platform', touches: [], notifies: ['platform'] }),
  /** The nightly comparison found what ledger, payments and documents disagree about. */
  'books.differ': event<{ name: string; count: number; details: string }>({
    subject: 'agency',
    touches: ['platform'],
    notifies: ['books'],
  }),
  'platform.report-ready': event<{ month: string }>({
    subject: 'report',
    touches: [],
    notifies: ['platform'],
  }),
  'task.due-soon': event<DueTask>({ subject: 'task', touches: [], notifies: ['task_due'] }),
  'task.overdue': event<DueTask>({ subject: 'task', touches: [], notifies: ['task_overdue'] }),
  'view.changed': event({ subject: 'view', touches: ['views'] }),
  'webhook.created': event<{ url: string }>({
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url }) => url,
  }),
  'webhook.updated': event<{ url: string }>({
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url }) => url,
  }),
  'webhook.switched-off': event<{ url: string; reason: string }>({
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url, reason }) => `${url}: ${reason}`,
    notifies: ['webhook'],
  }),
  'webhook.deleted': event<{ url: string }>({
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url }) => url,
  }),
} satisfies Record<string, EventKind<never>>
