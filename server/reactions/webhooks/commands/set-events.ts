import type { AgencyCtx, Tx } from '../../../core/context.ts'
import { deleteFrom, insertInto } from '../../../core/rows.ts'

/** Lets the webhook listen to these events alone. */
export async function setEvents(tx: Tx<AgencyCtx>, webhookId: string, events: string[]): Promise<void> {
  await deleteFrom(tx, 'webhook_events').where('webhook_id', '=', webhookId).execute()
  const agencyId = tx.reach.agencyId
  await insertInto(tx, 'webhook_events')
    .values([...new Set(events)].map((event) => ({ agency_id: agencyId, webhook_id: webhookId, event })))
    .execute()
}
