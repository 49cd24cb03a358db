import type { AgencyId } from '#shared/roles.ts'
import type { SubtaskDto } from '#shared/tasks.ts'
import type { Tx } from '../../core/context.ts'
import { deleteFrom, insertInto } from '../../core/rows.ts'
import { newId, toFlag } from '../../db/values.ts'

interface TaskKey {
  agency_id: AgencyId
  id: string
}

/** Replaces the task's subtasks; those it had before keep their ids, others get one here. */
export async function replaceSubtasks(
  tx: Tx,
  task: TaskKey,
  present: readonly SubtaskDto[],
  edited: readonly { id?: string; title: string; completed: boolean }[],
): Promise<void> {
  const known = new Set(present.map((subtask) => subtask.id))
  await deleteFrom(tx, 'subtasks')
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .execute()
  await insertSubtasks(
    tx,
    task,
    edited.map(({ id, title, completed }) => ({
      id: id !== undefined && known.delete(id) ? id : newId(),
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
