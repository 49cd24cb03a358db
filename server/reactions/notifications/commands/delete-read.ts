import type { Ctx } from '../../../base/core/context.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { addDays, toInstant } from '../../../base/db/values.ts'

const RETENTION_DAYS = 180

/** Deletes notifications read at least half a year ago. */
export async function deleteReadNotifications(ctx: Ctx): Promise<void> {
  await deleteFrom(ctx, 'notifications')
    .where('read_at', '<', toInstant(addDays(ctx.now, -RETENTION_DAYS)))
    .execute()
}
