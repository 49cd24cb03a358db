import type { z } from 'zod'
import type { taskBulkInput } from '#shared/tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { aboutTask } from '../queries/about.ts'
import { getTasks, requireAssignee, type ScopedTask } from '../queries/tasks.ts'
import { moveToStatus, refuseWhileBlocked } from './set-status.ts'

type TaskBulk = z.output<typeof taskBulkInput>

/** Changes all of the tasks or, when one is refused, none. */
export function changeTasks(ctx: UserCtx, input: TaskBulk): Promise<{ changed: number }> {
  return transact(ctx, async (tx) => {
    const tasks = await getTasks(tx, [...new Set(input.ids)])
    if (input.action === 'status') {
      await refuseWhileBlocked(tx, tasks, input.status, input.confirm)
      for (const task of tasks) await moveToStatus(tx, task, input.status, { confirm: true })
    } else {
      for (const task of tasks) await assignTask(tx, task, input.assigned_to_id)
    }
    return { changed: tasks.length }
  })
}

async function assignTask(tx: Tx<UserCtx>, task: ScopedTask, employeeId: string | null): Promise<void> {
  if (task.assigned_to_id === employeeId) return
  const assignee = await requireAssignee(tx, task.agency_id, employeeId)
  await updateVersioned(tx, 'tasks', task, { assigned_to_id: employeeId }, 'This task')
  await record(tx, 'task.assigned', {
    ...(await aboutTask(tx, task)),
    assigneeId: employeeId,
    assigneeName: assignee?.name ?? null,
  })
}
