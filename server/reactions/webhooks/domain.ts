import { domain } from '../../base/core/domain.ts'
import { deleteOldDeliveries } from './commands/delete-old.ts'
import { deliverDueWebhooks } from './commands/deliver.ts'
import { deleteEarlierSecrets } from './commands/renew-secret.ts'
import { WEBHOOK_EFFECTS, WEBHOOK_PURPOSES } from './effects.ts'
import { webhooksRouter } from './router.ts'
import { webhookVisibility } from './visibility.ts'

/** Events delivered to an agency's own systems. */
export const webhooks = domain({
  routers: { webhooks: webhooksRouter },
  effects: WEBHOOK_EFFECTS,
  purposes: WEBHOOK_PURPOSES,
  visibility: webhookVisibility,
  jobs: [{ name: 'webhook-deliveries', schedule: '* * * * *', run: deliverDueWebhooks }],
  cleanUp: {
    'old webhook deliveries': deleteOldDeliveries,
    'earlier webhook secrets': deleteEarlierSecrets,
  },
  tables: {
    webhooks: {
      of: 'agency',
      key: ['agency_id', 'id'],
      content: ['url'],
      secret: ['secret', 'earlier_secret'],
      system: ['enabled', 'version', 'created_at', 'updated_at', 'failing_since', 'earlier_until'],
    },
    webhook_events: {
      of: 'agency',
      key: ['agency_id', 'webhook_id'],
      system: ['event'],
    },
    webhook_deliveries: {
      of: 'agency',
      key: ['agency_id', 'id', 'webhook_id'],
      content: ['body', 'last_error'],
      system: [
        'event',
        'status',
        'attempts',
        'next_attempt_at',
        'response_status',
        'created_at',
        'delivered_at',
      ],
    },
  },
})
