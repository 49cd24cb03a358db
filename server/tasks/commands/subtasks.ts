import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { SubtaskDto, subtaskToggleInput, TaskDto } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toFlag } from '../../db/values.ts'
import { notFound } from '../../errors.ts'
import { getTask } from '../queries.ts'
import { recordTaskActivity } from './record.ts'
import { updateTaskRow } from './update-row.ts'

interface TaskKey {
  agency_id: AgencyId
  id: string
}

/** Replaces the task's subtasks; those it had before keep their ids, others get one here. */
export async function replaceSubtasks(
  trx: Trx,
  task: TaskKey,
  present: readonly SubtaskDto[],
  edited: readonly { id?: string; title: string; completed: boolean }[],
): Promise<void> {
  const known = new Set(present.map((subtask) => subtask.id))
  await trx
    .deleteFrom('subtasks')
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .execute()
  await insertSubtasks(
    trx,
    task,
    edited.map(({ id, title, completed }) => ({
      id: id !== undefined && known.delete(id) ? id : newId(),
      title,
      completed,
    })),
  )
}

export async function insertSubtasks(
  trx: Trx,
  task: TaskKey,
  subtasks: readonly SubtaskDto[],
): Promise<void> {
  if (subtasks.length === 0) return
  await trx
    .insertInto('subtasks')
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

/** Ticks one subtask on or off and leaves everything else as it is. */
export function toggleSubtask(
  db: Db,
  scope: Scope,
  input: z.output<typeof subtaskToggleInput>,
): Promise<TaskDto> {
  return transact(db, async (trx) => {
    const task = await getTask(trx, scope, input.id)
    const { numUpdatedRows } = await trx
      .updateTable('subtasks')
      .set({ completed: toFlag(input.completed) })
      .where('agency_id', '=', task.agency_id)
      .where('task_id', '=', task.id)
      .where('id', '=', input.subtask_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('This subtask')
    await updateTaskRow(trx, scope, task, {})
    const title = task.subtasks.find((subtask) => subtask.id === input.subtask_id)?.title ?? ''
    const summary = `“${title}” of “${task.title}” ${input.completed ? 'done' : 'open again'}`
    await recordTaskActivity(trx, scope, task, 'task.subtask_toggled', summary)
    return getTask(trx, scope, task.id)
  })
}
