import type { Ctx } from '../../../../base/core/context.ts'
import { deleteInBatches } from '../../../../base/db/bulk/delete-in-batches.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'

/** Longer than the dashboard's trend of active users, which spans about a year. */
const RETENTION_DAYS = 400

/** Deletes the times of old sign-ins. */
export async function deleteOldSignIns(ctx: Ctx): Promise<void> {
  const old = ctx.db
    .selectFrom('sign_in_events')
    .select('id')
    .where('created_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
  await deleteInBatches((limit) => ctx.db.deleteFrom('sign_in_events').where('id', 'in', old.limit(limit)))
}
