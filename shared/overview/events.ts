import { type EventKind, event } from '../base/events/kind.ts'
import { ALERTS, type AlertKind } from './platform.ts'
import { stoppedSentence, type WorkKindName } from './stopped-work.ts'

interface DueTask {
  title: string
  dueDate: string
  /** The assignee's account. */
  assigneeId: string
}

interface Alert {
  kind: AlertKind
  details: string
  beganAt: string
}

interface Work {
  work: WorkKindName
  name: string
}

interface FailedMail {
  recipient: string
  /** Null for a notification. */
  subject: string | null
  /** The mail server's answer; null if none refused the recipient. */
  refusal: string | null
  /** The invoice it was about. */
  invoiceId: string | null
}

/** Automatic actions and operational events: reminders, webhooks, and exports. */
export const PORTAL_EVENTS = {
  /** A problem that the platform's administrators should look into. */
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
  /** A reverse proxy sends forwarding headers, but isn't trusted by the configuration. */
  'platform.proxy-untrusted': event({ subject: 'platform', touches: [], notifies: ['platform'] }),
  /** The nightly comparison found discrepancies between ledger, payments, and documents. */
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
  /** The portal gave up on an email of the agency. */
  'mail.failed': event<FailedMail>({ subject: 'mail', touches: [], notifies: ['mail_failed'] }),
  'task.due-soon': event<DueTask & { day: 'today' | 'tomorrow' }>({
    subject: 'task',
    touches: [],
    notifies: ['task_due'],
  }),
  'task.overdue': event<DueTask>({ subject: 'task', touches: [], notifies: ['task_overdue'] }),
  /** A job gave up on an item until somebody retries it. */
  'work.stopped': event<Work & { reason: string; link: string }>({
    subject: 'work',
    touches: ['stoppedWork', 'platform'],
    audit: ({ work, name, reason }) => `${stoppedSentence(work, name)} ${reason}`,
    notifies: ['stopped'],
  }),
  'work.resumed': event<Work>({ subject: 'work', touches: ['stoppedWork', 'platform'] }),
  'work.retried': event<Work>({ subject: 'work', touches: ['stoppedWork', 'platform'] }),
  'view.created': event({ subject: 'view', touches: ['views'], effect: 'adds' }),
  'view.changed': event({ subject: 'view', touches: ['views'], effect: 'sets' }),
  'view.deleted': event({ subject: 'view', touches: ['views'], effect: 'removes' }),
  'webhook.created': event<{ url: string }>({
    effect: 'adds',
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url }) => url,
  }),
  'webhook.updated': event<{ url: string }>({
    effect: 'sets',
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url }) => url,
  }),
  'webhook.secret-renewed': event<{ url: string }>({
    effect: 'sets',
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
    effect: 'removes',
    subject: 'webhook',
    touches: ['webhooks'],
    audit: ({ url }) => url,
  }),
} satisfies Record<string, EventKind<never>>
