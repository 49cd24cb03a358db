import type { AgencyId } from '#shared/roles.ts'
import type { Ctx } from '../../../core/context.ts'
import { record } from '../../../core/events.ts'
import { inAgency } from '../../../core/reach.ts'
import { updateTable } from '../../../core/rows.ts'
import { transact } from '../../../core/transaction.ts'
import { toInstant } from '../../../db/values.ts'
import { hasFailedLong } from '../rules.ts'

interface Endpoint {
  id: string
  agency_id: AgencyId
  url: string
  failing_since: string | null
}

export async function noteSuccess(ctx: Ctx, endpoint: Endpoint): Promise<void> {
  if (endpoint.failing_since === null) return
  await updateTable(ctx, 'webhooks').set({ failing_since: null }).where('id', '=', endpoint.id).execute()
}

/** Notes since when an endpoint has failed; after days of it nothing is sent there any more. */
export async function switchOffIfLong(ctx: Ctx, endpoint: Endpoint, reason: string): Promise<void> {
  if (endpoint.failing_since === null) {
    await updateTable(ctx, 'webhooks')
      .set({ failing_since: toInstant(ctx.now) })
      .where('id', '=', endpoint.id)
      .where('failing_since', 'is', null)
      .execute()
  } else if (hasFailedLong(endpoint.failing_since, ctx.now)) {
    await switchOff(ctx, endpoint, `It has failed for days: ${reason}`)
  }
}

/** Switches the endpoint off with what waits for it, and tells the agency's owners why. */
export function switchOff(ctx: Ctx, endpoint: Endpoint, reason: string): Promise<void> {
  return transact(inAgency(ctx, { agencyId: endpoint.agency_id }), async (tx) => {
    await updateTable(tx, 'webhook_deliveries')
      .set({ status: 'failed', last_error: reason.slice(0, 500) })
      .where('webhook_id', '=', endpoint.id)
      .where('status', '=', 'queued')
      .execute()
    const switched = await updateTable(tx, 'webhooks')
      .set((eb) => ({
        enabled: 0,
        failing_since: null,
        version: eb('version', '+', 1),
        updated_at: toInstant(tx.now),
      }))
      .where('id', '=', endpoint.id)
      .where('enabled', '=', 1)
      .returning('id')
      .executeTakeFirst()
    if (switched === undefined) return
    await record(tx, 'webhook.switched-off', { id: endpoint.id, url: endpoint.url, reason })
  })
}
