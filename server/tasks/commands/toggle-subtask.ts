import type { z } from 'zod'
import type { subtaskToggleInput, TaskDto } from '#shared/tasks.ts'
import type { UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toFlag } from '../../db/values.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask } from '../queries/tasks.ts'

/** Ticks one subtask on or off and leaves everything else as it is. */
export function toggleSubtask(ctx: UserCtx, input: z.output<typeof subtaskToggleInput>): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.id)
    const subtask = task.subtasks.find(({ id }) => id === input.subtask_id)
    if (subtask === undefined) throw notFound('This subtask')
    await updateTable(tx, 'subtasks')
      .set({ completed: toFlag(input.completed) })
      .where('agency_id', '=', task.agency_id)
      .where('task_id', '=', task.id)
      .where('id', '=', subtask.id)
      .execute()
    await updateVersioned(tx, 'tasks', task, {}, 'This task')
    await record(tx, 'task.subtask-toggled', {
      ...(await aboutTask(tx, task)),
      subtask: subtask.title,
      completed: input.completed,
    })
    return getTask(tx, task.id)
  })
}
