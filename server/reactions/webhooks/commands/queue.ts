import type { WebhookFacts } from '#shared/base/events/kind.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { WEBHOOK_EVENTS } from '#shared/reactions/webhooks.ts'
import type { Tx } from '../../../base/core/context.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'

/** Queues a change for each of the agency's webhooks subscribed to it, in the change's transaction. */
export async function queueWebhooks(
  tx: Tx,
  change: { agencyId: AgencyId; event: string; subjectId: string; facts: WebhookFacts },
): Promise<void> {
  const { agencyId, event, subjectId, facts } = change
  if (!WEBHOOK_EVENTS.includes(event)) return
  const at = toInstant(tx.now)
  const listeners = await selectFrom(tx, 'webhook_events')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_events.webhook_id')
    .select('webhooks.id')
    .where('webhook_events.agency_id', '=', agencyId)
    .where('webhook_events.event', '=', event)
    .where('webhooks.enabled', '=', 1)
    .execute()
  if (listeners.length === 0) return
  await insertInto(tx, 'webhook_deliveries')
    .values(
      listeners.map(({ id: webhookId }) => {
        const id = newId()
        return {
          agency_id: agencyId,
          id,
          webhook_id: webhookId,
          event,
          body: JSON.stringify({ id, event, subject_id: subjectId, ...facts, created_at: at }),
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
