import { z } from 'zod'
import { WEBHOOK_EVENTS } from '../webhooks.ts'

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
