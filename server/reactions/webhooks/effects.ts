import type { Effects, Purposes } from '../../base/core/context.ts'

export const WEBHOOK_EFFECTS: Effects = {
  'webhooks.save': {
    does: 'Adds a webhook that is called when chosen events happen, or changes one (with its id).',
    follows: 'From then on the URL receives these events. A new webhook’s secret is shown only once.',
    records: ['webhook.created', 'webhook.updated'],
  },
  'webhooks.renewSecret': {
    does: 'Gives a webhook a new signing secret, which is shown only once.',
    follows:
      'The earlier secret also signs for a day, so that the receiver can be given the new one. After that it is invalid; it can’t be restored.',
    records: ['webhook.secret-renewed'],
  },
  'webhooks.delete': {
    does: 'Deletes a webhook.',
    follows: 'Its URL no longer receives events. It can’t be restored.',
    records: ['webhook.deleted'],
  },
  'webhooks.retry': {
    does: 'Sends a failed webhook delivery again.',
    records: [],
    uses: 'the webhook’s URL',
  },
}

export const WEBHOOK_PURPOSES: Purposes = {
  'webhooks.list': 'Lists the agency’s webhooks with their events and state, without their secrets.',
  'webhooks.deliveries': 'Lists the deliveries to one webhook, for example to find out why some failed.',
}
