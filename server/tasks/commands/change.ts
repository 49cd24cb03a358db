import type { z } from 'zod'
import type { taskBulkInput } from '#shared/tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { aboutTask } from '../queries/about.ts'
import { getTasks, requireAssignee, type ScopedTask } from '../queries/tasks.ts'
import { changedTaskFields, dayOfRecurrence } from '../rules.ts'
import { moveToStatus, refuseWhileBlocked } from './set-status.ts'

type TaskBulk = z.output<typeof taskBulkInput>

/** Changes all of the tasks or, when one is refused, none. */
export function changeTasks(ctx: UserCtx, input: TaskBulk): Promise<{ changed: number }> {
  return transact(ctx, async (tx) => {
    // Whoever else changes several of them takes them in the same order, and does not wait for this one crosswise.
    const tasks = await getTasks(tx, [...new Set(input.ids)].sort())
    if (input.action === 'status') await refuseWhileBlocked(tx, tasks, input.status, input.confirm)
    for (const task of tasks) await changeTask(tx, task, input)
    return { changed: tasks.length }
  })
}

function changeTask(tx: Tx<UserCtx>, task: ScopedTask, input: TaskBulk): Promise<unknown> {
  switch (input.action) {
    case 'status':
      return moveToStatus(tx, task, input.status, { confirm: true })
    case 'assign':
      return assignTask(tx, task, input.assigned_to_id)
    case 'priority':
      return editTask(tx, task, { priority: input.priority })
    case 'due':
      return editTask(tx, task, { due_date: input.due_date })
    case 'project':
      return moveToProject(tx, task, input.project_id)
  }
}

async function editTask(
  tx: Tx<UserCtx>,
  task: ScopedTask,
  edit: Partial<Pick<ScopedTask, 'priority' | 'due_date' | 'project_id'>>,
): Promise<void> {
  const edited = { ...task, ...edit }
  if (Object.keys(changedTaskFields(task, edited)).length === 0) return
  const columns = 'due_date' in edit ? { ...edit, recurrence_day: dayOfRecurrence(edited) } : edit
  await updateVersioned(tx, 'tasks', task, columns, 'This task')
  await record(tx, 'task.updated', await aboutTask(tx, edited))
}

async function moveToProject(tx: Tx<UserCtx>, task: ScopedTask, projectId: string): Promise<void> {
  const project = await requireProject(tx, projectId)
  if (project.agency_id !== task.agency_id) throw notFound('This project')
  await editTask(tx, task, { project_id: project.id })
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
