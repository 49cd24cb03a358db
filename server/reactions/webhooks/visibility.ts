import { own, type Visibility } from '../../base/core/rows/visibility.ts'

export const webhookVisibility = {
  webhooks: { agency: own },
  webhook_events: { agency: own },
  webhook_deliveries: { agency: own },
} satisfies Pick<Visibility, 'webhooks' | 'webhook_events' | 'webhook_deliveries'>
