import type { QuickTaskDto } from '#shared/quick-tasks.ts'
import type { UserCtx } from '../../core/context.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { getQuickTask, requireQuickTask } from '../queries/quick-tasks.ts'
import { changeQuickTask } from './change.ts'

/** Completes a task or reopens it. */
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
