import { type EventKind, event } from '../base/events/kind.ts'
import { formatDate } from '../base/format.ts'
import { ALL_DOMAINS } from '../base/live.ts'
import type { MailedLink } from './events.ts'

const STATE = ['auth', 'agencies', 'audit'] as const

/** Events of agencies. */
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
} satisfies Record<string, EventKind<never>>
