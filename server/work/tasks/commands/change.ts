import type { z } from 'zod'
import type { taskBulkInput } from '#shared/work/schemas/tasks.ts'
import { STARTS_TOO_LATE, startsInTime } from '#shared/work/task-dates.ts'
import type { TasksChanged } from '#shared/work/tasks.ts'
import { fieldError, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { refuseArchived } from '../../projects/rules.ts'
import { aboutTask } from '../queries/about.ts'
import { recordedRates } from '../queries/recorded-rates.ts'
import { getTasks, requireAssignee, type ScopedTask } from '../queries/tasks.ts'
import { changedTaskFields, dayOfRecurrence, startBefore } from '../rules.ts'
import { moveParts } from './move-parts.ts'
import { moveToStatus, refuseWhileBlocked } from './set-status.ts'
import { columnsOf, sealTasks } from './undo-change.ts'

type TaskBulk = z.output<typeof taskBulkInput>

/** Changes all of the tasks or, if one is rejected, none. */
export function changeTasks(ctx: UserCtx, input: TaskBulk): Promise<TasksChanged> {
  return transact(ctx, async (tx) => {
    const ids = [...new Set(input.ids)]
    const tasks = await getTasks(tx, ids)
    const before = await columnsOf(tx, ids)
    const rates = input.action === 'project' ? await recordedRates(tx, ids) : []
    if (input.action === 'status') await refuseWhileBlocked(tx, tasks, input.status, input.confirm)
    // The last one first: a task with a new status is above those before it.
    for (const task of tasks.toReversed()) await changeTask(tx, task, input)
    const after = await columnsOf(tx, ids)
    return { changed: tasks.length, undo: sealTasks(tx, { before, after, rates }) }
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
    case 'start':
      return startTask(tx, task, input.start_date)
    case 'due':
      return editTask(tx, task, {
        start_date: startBefore(input.due_date, task),
        due_date: input.due_date,
      })
    case 'project':
      return moveToProject(tx, task, input.project_id)
  }
}

async function editTask(
  tx: Tx<UserCtx>,
  task: ScopedTask,
  edit: Partial<Pick<ScopedTask, 'priority' | 'start_date' | 'due_date' | 'project_id'>>,
): Promise<void> {
  const edited = { ...task, ...edit }
  if (Object.keys(changedTaskFields(task, edited)).length === 0) return
  const columns = 'due_date' in edit ? { ...edit, recurrence_day: dayOfRecurrence(edited) } : edit
  await updateVersioned(tx, 'tasks', task, columns, 'This task')
  await moveParts(tx, task, edited.project_id)
  await record(tx, 'task.updated', await aboutTask(tx, edited))
}

/** Throws BAD_REQUEST if the task is due before. */
async function startTask(tx: Tx<UserCtx>, task: ScopedTask, start_date: string | null): Promise<void> {
  if (!startsInTime({ ...task, start_date })) throw fieldError('start_date', STARTS_TOO_LATE)
  await editTask(tx, task, { start_date })
}

async function moveToProject(tx: Tx<UserCtx>, task: ScopedTask, projectId: string): Promise<void> {
  const project = await requireProject(tx, projectId)
  if (project.agency_id !== task.agency_id) throw notFound('This project')
  if (project.id !== task.project_id) refuseArchived(project)
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
