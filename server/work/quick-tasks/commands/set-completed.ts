import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { getQuickTask, requireQuickTask } from '../queries/quick-tasks.ts'
import { changeQuickTask } from './change.ts'

/** Completes or reopens a task. */
export function setQuickTaskCompleted(
  ctx: UserCtx,
  input: { id: string; completed: boolean },
): Promise<QuickTaskDto> {
  return transact(ctx, async (tx) => {
    const task = await requireQuickTask(tx, input.id)
    if ((task.completed_at !== null) !== input.completed) {
      await changeQuickTask(tx, task, { completed_at: input.completed ? toInstant(tx.now) : null })
    }
    return getQuickTask(tx, input.id)
  })
}
