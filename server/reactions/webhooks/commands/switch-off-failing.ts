import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { hasFailedLong } from '../rules.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

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

/**
 * Records since when an endpoint has been failing. After some days, an event's last attempt disables the webhook:
 * when little happens, one failed attempt may be the first in days.
 */
export async function switchOffIfLong(
  ctx: Ctx,
  endpoint: Endpoint,
  { reason, isLastAttempt }: { reason: string; isLastAttempt: boolean },
): Promise<void> {
  const since = endpoint.failing_since
  // A time in the future was stored while the clock was ahead.
  if (since === null || since > toInstant(ctx.now)) {
    await updateTable(ctx, 'webhooks')
      .set({ failing_since: toInstant(ctx.now) })
      .where('id', '=', endpoint.id)
      .where((eb) => eb.or([eb('failing_since', 'is', null), eb('failing_since', '>', toInstant(ctx.now))]))
      .execute()
  } else if (isLastAttempt && hasFailedLong(since, ctx.now)) {
    await switchOff(ctx, endpoint, `It has failed for days: ${reason}`)
  }
}

/** Disables the endpoint, cancels its queued deliveries, and mails the agency's owners the reason. */
export function switchOff(ctx: Ctx, endpoint: Endpoint, reason: string): Promise<void> {
  return transact(inAgency(ctx, { agencyId: endpoint.agency_id }), async (tx) => {
    await cancelDeliveries(tx, endpoint.id, reason)
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
