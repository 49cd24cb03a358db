import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getQuickTask } from '../queries/quick-tasks.ts'
import { refreshFor } from './refresh.ts'

/** Restores a deleted task for its creator. */
export function restoreQuickTask(ctx: UserCtx, input: { id: string }): Promise<QuickTaskDto> {
  return transact(ctx, async (tx) => {
    const { numUpdatedRows } = await updateTable(tx, 'quick_tasks')
      .set((eb) => ({ deleted_at: null, version: eb('version', '+', 1), updated_at: toInstant(tx.now) }))
      .where('id', '=', input.id)
      .where('created_by', '=', tx.actor.userId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notFound('This task')
    const task = await getQuickTask(tx, input.id)
    await refreshFor(tx, task.id, [task.created_by.user_id, task.assigned_to.user_id])
    return task
  })
}
