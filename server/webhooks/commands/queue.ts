import type { AgencyId } from '#shared/roles.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhooks.ts'
import type { Trx } from '../../db/schema.ts'
import { newId } from '../../db/values.ts'

const isWebhookEvent = (action: string): action is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(action)

/** Queues a change for every webhook of the agency that listens to it, in the change's transaction. */
export async function queueWebhooks(
  trx: Trx,
  change: { agencyId: AgencyId; action: string; subjectId: string; summary: string; at: string },
): Promise<void> {
  const { agencyId, action } = change
  if (!isWebhookEvent(action)) return
  const listeners = await trx
    .selectFrom('webhook_events')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_events.webhook_id')
    .select('webhooks.id')
    .where('webhook_events.agency_id', '=', agencyId)
    .where('webhook_events.event', '=', action)
    .where('webhooks.enabled', '=', 1)
    .execute()
  if (listeners.length === 0) return
  await trx
    .insertInto('webhook_deliveries')
    .values(
      listeners.map(({ id: webhookId }) => {
        const id = newId()
        const { subjectId: subject_id, summary, at } = change
        return {
          agency_id: agencyId,
          id,
          webhook_id: webhookId,
          event: action,
          body: JSON.stringify({ id, event: action, subject_id, summary, created_at: at }),
          status: 'queued' as const,
          attempts: 0,
          next_attempt_at: at,
          response_status: null,
          last_error: null,
          created_at: at,
          delivered_at: null,
        }
      }),
    )
    .execute()
}
