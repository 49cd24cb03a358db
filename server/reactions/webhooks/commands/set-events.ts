import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto } from '../../../base/core/rows/rows.ts'

/** Sets the events that the webhook is subscribed to. */
export async function setEvents(tx: Tx<AgencyCtx>, webhookId: string, events: string[]): Promise<void> {
  await deleteFrom(tx, 'webhook_events').where('webhook_id', '=', webhookId).execute()
  const agencyId = tx.reach.agencyId
  await insertInto(tx, 'webhook_events')
    .values([...new Set(events)].map((event) => ({ agency_id: agencyId, webhook_id: webhookId, event })))
    .execute()
}
