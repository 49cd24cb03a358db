import { type EventKind, event } from '../../base/events/kind.ts'

export const LETTERHEAD_EVENTS = {
  /** Drafts show the current billing details. */
  'billing.changed': event<{ what: string }>({
    effect: 'sets',
    subject: 'billing',
    touches: ['letterhead', 'invoices'],
    activity: ({ what }) => `${what} changed`,
    audit: ({ what }) => what,
  }),
  /** The bank account for clients' transfers changed. */
  'bank-details.changed': event<{ from: string; to: string }>({
    subject: 'billing',
    touches: ['letterhead', 'invoices', 'audit'],
    activity: () => 'Bank details changed',
    audit: ({ from, to }) => `${from} → ${to}`,
    notifies: ['owners'],
  }),
  'product.changed': event<{ what: string }>({
    subject: 'product',
    touches: ['letterhead'],
    activity: ({ what }) => `${what} changed`,
  }),
  'billing.tax-id-checked': event({ subject: 'billing', touches: ['letterhead'] }),
} satisfies Record<string, EventKind<never>>
