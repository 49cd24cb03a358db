import { type EventKind, event } from '../base/events/kind.ts'
import { formatDate } from '../base/format.ts'
import { ALL_DOMAINS, APP_INFO_DOMAIN } from '../base/live.ts'
import type { MailedLink } from './events.ts'

const STATE = ['auth', 'agencies', 'audit'] as const

/** Events of agencies and the platform. */
export const AGENCIES_EVENTS = {
  'agency.registered': event<{ name: string }>({
    subject: 'agency',
    touches: ['agencies'],
    activity: ({ name }) => `${name} registered`,
    notifies: ['platform'],
  }),
  'agency.created': event<{ name: string; owner: MailedLink; linkDays: number }>({
    effect: 'commits',
    subject: 'agency',
    touches: ['agencies', 'packages', 'audit'],
    activity: ({ name }) => `${name} added`,
    audit: ({ name, owner }) => `${name}, owned by ${owner.to.email}`,
    notifies: ['platform'],
  }),
  'agency.updated': event({
    effect: 'sets',
    subject: 'agency',
    touches: ['settings', 'agencies', 'auth'],
    activity: () => 'Agency settings changed',
    audit: () => 'Agency settings',
  }),
  /** The agency's time zone changed, which affects almost all screens. */
  'agency.days-moved': event({ subject: 'agency', touches: [ALL_DOMAINS] }),
  'agency.plan-changed': event<{ name: string; from: string; to: string }>({
    effect: 'commits',
    subject: 'agency',
    touches: ['packages', 'agencies', 'audit'],
    activity: ({ to }) => `Plan changed to ${to}`,
    audit: ({ name, from, to }) => `${name}: ${from} → ${to}`,
  }),
  'agency.trial-extended': event<{ name: string; days: number; until: string }>({
    subject: 'agency',
    touches: ['agencies', 'packages', 'auth', 'audit'],
    activity: ({ until }) => `Trial extended to ${formatDate(until)}`,
    audit: ({ name, days, until }) => `${name}: ${days} days, until ${formatDate(until)}`,
  }),
  'agency.host-changed': event<{ name: string; from: string | null; to: string | null }>({
    subject: 'agency',
    touches: ['agencies', 'audit'],
    audit: ({ name, from, to }) => `${name}: ${from ?? 'none'} → ${to ?? 'none'}`,
  }),
  'agency.suspended': event<{ name: string }>({
    effect: 'commits',
    subject: 'agency',
    touches: STATE,
    audit: ({ name }) => name,
  }),
  'agency.resumed': event<{ name: string }>({
    effect: 'sets',
    subject: 'agency',
    touches: STATE,
    audit: ({ name }) => name,
  }),
  'agency.deletion-requested': event<{ name: string; on: string }>({
    effect: 'commits',
    subject: 'agency',
    touches: STATE,
    audit: ({ name, on }) => `${name}, to be deleted on ${on}`,
  }),
  'agency.deletion-cancelled': event<{ name: string }>({
    effect: 'sets',
    subject: 'agency',
    touches: STATE,
    audit: ({ name }) => name,
  }),
  'agency.deleted': event<{ name: string; accounts: number }>({
    subject: 'agency',
    // No one is left to refresh, and changes of a deleted agency can't be stored.
    touches: [],
    audit: ({ name, accounts }) => `${name} with ${accounts} accounts`,
  }),
  'agency.viewed-as': event<{ name: string }>({
    effect: 'sets',
    subject: 'agency',
    touches: ['auth'],
    audit: ({ name }) => name,
  }),
  'agency.view-ended': event({
    subject: 'agency',
    touches: ['auth'],
    audit: () => 'Back to the platform',
  }),
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
} satisfies Record<string, EventKind<never>>

const onOff = (flag: boolean): string => (flag ? 'on' : 'off')
