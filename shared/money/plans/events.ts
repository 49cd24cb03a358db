import { type EventKind, event } from '../../base/events/kind.ts'

const SUBSCRIPTION = ['packages', 'agencies', 'auth']

/** Events of the platform's plans and subscriptions. */
export const SUBSCRIPTION_EVENTS = {
  'subscription.changed': event<{ agencyName: string; summary: string }>({
    effect: 'commits',
    subject: 'subscription',
    touches: SUBSCRIPTION,
    activity: ({ summary }) => summary,
    notifies: ['platform'],
  }),
  'subscription.past-due': event<{ agencyName: string; summary: string }>({
    subject: 'subscription',
    touches: SUBSCRIPTION,
    activity: ({ summary }) => summary,
    notifies: ['platform'],
  }),
  'subscription.cancelled': event<{ agencyName: string; summary: string }>({
    effect: 'commits',
    subject: 'subscription',
    touches: SUBSCRIPTION,
    activity: ({ summary }) => summary,
    notifies: ['platform'],
  }),
  /** The next period started, or a trial became a paid plan. */
  'subscription.continued': event<object>({ subject: 'subscription', touches: SUBSCRIPTION }),
  'package.changed': event<{
    name: string
    change: 'created' | 'changed' | 'archived' | 'restored'
  }>({
    subject: 'package',
    touches: ['packages'],
    activity: ({ name, change }) => `Package ${name} ${change}`,
  }),
  'package.deleted': event<{ name: string }>({
    subject: 'package',
    touches: ['packages'],
    effect: 'removes',
    activity: ({ name }) => `Package ${name} deleted`,
    audit: ({ name }) => `Package ${name} deleted`,
  }),
} satisfies Record<string, EventKind<never>>
