import type { AgencyId } from '#shared/base/roles.ts'
import type { SubtaskDto } from '#shared/work/tasks.ts'
import type { Tx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto } from '../../../base/core/rows/rows.ts'
import { newId, toFlag } from '../../../base/db/values.ts'

interface TaskKey {
  agency_id: AgencyId
  id: string
}

/** Replaces the task's subtasks; existing ones keep their ids, others get a new one. */
export async function replaceSubtasks(
  tx: Tx,
  task: TaskKey,
  present: readonly SubtaskDto[],
  edited: readonly { id?: string; title: string; completed: boolean }[],
): Promise<void> {
  const existingIds = new Set(present.map((subtask) => subtask.id))
  await deleteFrom(tx, 'subtasks')
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .execute()
  await insertSubtasks(
    tx,
    task,
    edited.map(({ id, title, completed }) => ({
      id: id !== undefined && existingIds.delete(id) ? id : newId(),
      title,
      completed,
    })),
  )
}

export async function insertSubtasks(tx: Tx, task: TaskKey, subtasks: readonly SubtaskDto[]): Promise<void> {
  if (subtasks.length === 0) return
  await insertInto(tx, 'subtasks')
    .values(
      subtasks.map(({ id, title, completed }, position) => ({
        agency_id: task.agency_id,
        id,
        task_id: task.id,
        position,
        title,
        completed: toFlag(completed),
      })),
    )
    .execute()
}
