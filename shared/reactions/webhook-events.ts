import { type EventKind, event } from '../base/events/kind.ts'

export const WEBHOOK_EVENTS = {
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
    effect: 'commits',
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
