import type { Ctx } from '../../../core/context.ts'
import { deleteFrom } from '../../../core/rows.ts'
import { addDays, toInstant } from '../../../db/values.ts'

const KEPT_DAYS = 180

/** Deletes the notifications that were read half a year ago or earlier. */
export async function deleteReadNotifications(ctx: Ctx): Promise<void> {
  await deleteFrom(ctx, 'notifications')
    .where('read_at', '<', toInstant(addDays(ctx.now, -KEPT_DAYS)))
    .execute()
}
