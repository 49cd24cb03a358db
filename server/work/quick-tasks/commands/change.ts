import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import type { QuickTaskRow } from '../queries/quick-tasks.ts'
import { refreshFor } from './refresh.ts'

/** Updates the columns and refreshes the screens of the task's two people. */
export async function changeQuickTask(
  tx: Tx<UserCtx>,
  task: QuickTaskRow,
  columns: { completed_at?: string | null; due_date?: string; deleted_at?: string },
): Promise<void> {
  await updateVersioned(tx, 'quick_tasks', task, columns, 'This task')
  await refreshFor(tx, task.id, [task.created_by, task.assigned_to])
}
