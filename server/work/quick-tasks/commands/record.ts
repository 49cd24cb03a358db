import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { getQuickTask } from '../queries/quick-tasks.ts'
import { refreshFor } from './refresh.ts'

/** Notifies everyone who has or had it on their list, and a new assignee. */
export async function recordSaved(
  tx: Tx<UserCtx>,
  id: string,
  assignedBefore: string | null,
): Promise<QuickTaskDto> {
  const task = await getQuickTask(tx, id)
  const assignee = task.assigned_to.user_id
  const change = assignedBefore === null ? 'quick-task.added' : 'quick-task.changed'
  await refreshFor(tx, id, [task.created_by.user_id, assignee, assignedBefore ?? assignee], change)
  if (assignee !== assignedBefore) {
    await record(tx, 'quick-task.assigned', { id, userId: assignee, title: task.title })
  }
  return task
}
