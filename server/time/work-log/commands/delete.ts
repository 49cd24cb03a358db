import type { DeletedEntry } from '#shared/time/work-log.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireChangeable } from '../queries/work.ts'
import { recordTime } from './record.ts'
import { sealEntry } from './restore.ts'

/**
 * Deletes one of the caller's entries, which `restoreEntry` restores; for a running or paused one, this discards the
 * timer.
 */
export function deleteEntry(ctx: UserCtx, input: { id: string }): Promise<DeletedEntry> {
  return transact(ctx, async (tx) => {
    await requireChangeable(tx, input.id)
    const undo = await sealEntry(tx, input.id)
    await deleteFrom(tx, 'time_entries')
      .where('id', '=', input.id)
      .where('user_id', '=', ctx.actor.userId)
      .execute()
    await recordTime(tx, input.id, 'time.deleted')
    return { id: input.id, undo }
  })
}
