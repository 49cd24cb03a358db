import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, selectFrom } from '../../../base/core/rows/rows.ts'
import { deleteInBatches } from '../../../base/db/bulk/delete-in-batches.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'

const RETENTION_DAYS = 30

/** Deletes deliveries last attempted a month ago, whose bodies contain names and amounts. */
export async function deleteOldDeliveries(caller: Ctx): Promise<void> {
  const ctx = acrossAgencies(caller)
  const old = selectFrom(ctx, 'webhook_deliveries')
    .select('id')
    .where('status', 'in', ['delivered', 'failed'])
    .where('next_attempt_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
  await deleteInBatches((limit) => deleteFrom(ctx, 'webhook_deliveries').where('id', 'in', old.limit(limit)))
}
