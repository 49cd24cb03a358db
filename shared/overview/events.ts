import { type EventKind, event } from '../base/events/kind.ts'
import { APP_INFO_DOMAIN } from '../base/live.ts'
import { ALERTS, type AlertKind } from './platform.ts'
import { stoppedSentence, type WorkKindName } from './stopped-work.ts'

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

/** Events of the platform and its operation, of stopped work, and of saved views. */
export const PORTAL_EVENTS = {
  'platform.settings-changed': event<{ registration: string; limits: boolean; backups: boolean }>({
    effect: 'sets',
    subject: 'platform',
    touches: [APP_INFO_DOMAIN, 'platform', 'settings'],
    audit: ({ registration, limits, backups }) =>
      `Registration ${registration}, plan limits ${onOff(limits)}, nightly backup ${onOff(backups)}`,
  }),
  'platform.payments-changed': event<{ shared: string | null; connect: boolean; fee: string }>({
    subject: 'platform',
    touches: ['platform', 'payments'],
    audit: ({ shared, connect, fee }) =>
      `Keys shared with ${shared ?? 'no one'}, Stripe Connect ${onOff(connect)}, fee ${fee}`,
  }),
  /** The portal's keys belong to another Stripe account or mode than before. */
  'platform.stripe-changed': event<{ from: string; to: string }>({
    subject: 'platform',
    touches: ['platform', 'payments'],
    audit: ({ from, to }) => `From ${from} to ${to}`,
    notifies: ['platform'],
  }),
  'platform.logo-changed': event({ subject: 'platform', touches: [APP_INFO_DOMAIN] }),
  'platform.job-run': event({
    effect: 'commits',
    subject: 'job',
    touches: ['platform'],
    audit: () => 'Manually',
  }),
  'backup.requested': event({ subject: 'backup', touches: ['platform'], audit: () => 'Manually' }),
  'backup.failed': event<{ reason: string }>({
    subject: 'backup',
    touches: ['platform'],
    audit: ({ reason }) => reason,
  }),
  'backup.created': event<{ size: number }>({
    subject: 'backup',
    touches: ['platform'],
    audit: ({ size }) => `${size} bytes`,
  }),
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
} satisfies Record<string, EventKind<never>>

const onOff = (flag: boolean): string => (flag ? 'on' : 'off')
