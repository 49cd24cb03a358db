import { z } from 'zod'
import { EVENTS, type EventName, kindOf } from './events/table.ts'

/** The events other systems can be told about; each carries the id and the words of the activity feed. */
export const WEBHOOK_EVENTS: readonly string[] = (Object.keys(EVENTS) as EventName[]).filter(
  (name) => kindOf(name).webhook,
)

/** Webhooks of one agency. */
export const MAX_WEBHOOKS = 50

export const webhookSaveInput = z.strictObject({
  id: z.uuid().optional(),
  version: z.int().optional(),
  url: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a full web address, starting with https://' })),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, 'Choose at least one event').max(WEBHOOK_EVENTS.length),
  enabled: z.boolean().default(true),
})

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
