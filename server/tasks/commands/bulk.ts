import type { z } from 'zod'
import type { taskBulkDeleteInput, taskBulkInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { notifyAssigned } from '../../notifications/commands/about-work.ts'
import { getTasks, type ScopedTask } from '../queries.ts'
import { removeTask } from './delete.ts'
import { recordTaskActivity } from './record.ts'
import { requireAssignee } from './save.ts'
import { moveToStatus, refuseWhileBlocked } from './status.ts'
import { updateTaskRow } from './update-row.ts'

type TaskBulk = z.output<typeof taskBulkInput>

/** Changes all of the tasks or, when one is refused, none. */
export function changeTasks(db: Db, scope: Scope, input: TaskBulk): Promise<{ changed: number }> {
  return transact(db, async (trx) => {
    const tasks = await getTasks(trx, scope, [...new Set(input.ids)])
    if (input.action === 'status') {
      await refuseWhileBlocked(trx, tasks, input.status, input.confirm)
      for (const task of tasks) await moveToStatus(trx, scope, task, input.status, { confirm: true })
    } else {
      for (const task of tasks) await assignTask(trx, scope, task, input.assigned_to_id)
    }
    return { changed: tasks.length }
  })
}

export function deleteTasks(
  db: Db,
  scope: Scope,
  input: z.output<typeof taskBulkDeleteInput>,
): Promise<{ changed: number }> {
  return transact(db, async (trx) => {
    const tasks = await getTasks(trx, scope, [...new Set(input.ids)])
    for (const task of tasks) await removeTask(trx, scope, task)
    return { changed: tasks.length }
  })
}

async function assignTask(
  trx: Trx,
  scope: Scope,
  task: ScopedTask,
  employeeId: string | null,
): Promise<void> {
  if (task.assigned_to_id === employeeId) return
  const assignee = await requireAssignee(trx, task.agency_id, employeeId)
  await updateTaskRow(trx, scope, task, { assigned_to_id: employeeId })
  const summary =
    assignee === null ? `“${task.title}” assigned to nobody` : `“${task.title}” assigned to ${assignee.name}`
  await recordTaskActivity(trx, scope, task, 'task.assigned', summary)
  await notifyAssigned(trx, scope, { ...task, assigned_to_id: employeeId })
}
