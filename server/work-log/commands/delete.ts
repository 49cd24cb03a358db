import type { UserCtx } from '../../core/context.ts'
import { deleteFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { requireChangeable } from '../queries/work.ts'
import { recordTime } from './record.ts'

/** Removes an own entry; a running or paused one is the timer, which this discards. */
export function deleteEntry(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await requireChangeable(tx, input.id)
    await deleteFrom(tx, 'time_entries')
      .where('id', '=', input.id)
      .where('user_id', '=', ctx.actor.userId)
      .execute()
    await recordTime(tx, input.id)
    return input
  })
}
