import { conflict } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { lockTime } from '../../timesheets/commands/lock-time.ts'
import { requireChangeable } from '../queries/work.ts'
import { recordTime } from './record.ts'

/** Deletes one of the caller's entries; for a running or paused one, this discards the timer. */
export function deleteEntry(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await lockTime(tx, ctx.actor.userId)
    const { version } = await requireChangeable(tx, input.id)
    const { numDeletedRows } = await deleteFrom(tx, 'time_entries')
      .where('id', '=', input.id)
      .where('user_id', '=', ctx.actor.userId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    // An invoice billed it since it was read.
    if (numDeletedRows === 0n) throw conflict('This time entry')
    await recordTime(tx, input.id, 'time.deleted')
    return input
  })
}
