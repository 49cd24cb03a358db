import type { Tx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'

/** Sends nothing that still waits for the webhook; the log shows the reason. */
export async function cancelDeliveries(tx: Tx, webhookId: string, reason: string): Promise<void> {
  await updateTable(tx, 'webhook_deliveries')
    .set({ status: 'failed', last_error: reason.slice(0, 500) })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'queued')
    .execute()
}
