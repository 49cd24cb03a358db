import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { requireQuickTask } from '../queries/quick-tasks.ts'
import { changeQuickTask } from './change.ts'

/** Deletes the task; `restoreQuickTask` restores it. Only its creator may. */
export function deleteQuickTask(ctx: UserCtx, input: { id: string }): Promise<void> {
  return transact(ctx, async (tx) => {
    const task = await requireQuickTask(tx, input.id)
    if (task.created_by !== tx.actor.userId) {
      throw new AppError('FORBIDDEN', `Only ${task.creator_name}, who added this task, can delete it.`, {
        title: 'Access Denied',
      })
    }
    await changeQuickTask(tx, task, { deleted_at: toInstant(tx.now) })
  })
}
