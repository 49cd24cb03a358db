import type { z } from 'zod'
import type { subtaskToggleInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask } from '../queries/tasks.ts'

/** Checks or unchecks one subtask without changing anything else. */
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
