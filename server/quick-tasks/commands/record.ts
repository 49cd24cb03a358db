import type { QuickTaskDto } from '#shared/quick-tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { getQuickTask } from '../queries/quick-tasks.ts'
import { refreshFor } from './refresh.ts'

/** Tells everybody whose list it is on or was on, and whoever it is new to. */
export async function recordSaved(
  tx: Tx<UserCtx>,
  id: string,
  assignedBefore: string | null,
): Promise<QuickTaskDto> {
  const task = await getQuickTask(tx, id)
  const assignee = task.assigned_to.user_id
  await refreshFor(tx, id, [task.created_by.user_id, assignee, assignedBefore ?? assignee])
  if (assignee !== assignedBefore) {
    await record(tx, 'quick-task.assigned', { id, userId: assignee, title: task.title })
  }
  return task
}
