import { EVENTS, type EventName, kindOf } from './events.ts'

/** The events that webhooks can subscribe to. */
export const WEBHOOK_EVENTS: readonly string[] = (Object.keys(EVENTS) as EventName[]).filter(
  (name) => kindOf(name).webhook !== undefined,
)

/** The maximum number of webhooks per agency. */
export const MAX_WEBHOOKS = 50

export interface WebhookDto {
  id: string
  url: string
  events: string[]
  enabled: boolean
  version: number
  created_at: string
}

export interface WebhookDeliveryDto {
  id: string
  webhook_id: string
  event: string
  status: 'queued' | 'delivered' | 'failed'
  attempts: number
  response_status: number | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
}
