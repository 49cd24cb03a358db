import { type EventKind, event } from './kind.ts'

const SUBSCRIPTION = ['packages', 'agencies', 'auth']

/** The platform's plans, and who is on which. */
export const SUBSCRIPTION_EVENTS = {
  'subscription.changed': event<{ agencyName: string; summary: string }>({
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
    subject: 'subscription',
    touches: SUBSCRIPTION,
    activity: ({ summary }) => summary,
    notifies: ['platform'],
  }),
  /** Its next period began, or a trial became a paid plan. */
  'subscription.continued': event<object>({ subject: 'subscription', touches: SUBSCRIPTION }),
  'package.changed': event<{
    name: string
    change: 'created' | 'changed' | 'archived' | 'restored' | 'deleted'
  }>({
    subject: 'package',
    touches: ['packages'],
    activity: ({ name, change }) => `Package ${name} ${change}`,
  }),
} satisfies Record<string, EventKind<never>>
