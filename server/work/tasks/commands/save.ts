import type { z } from 'zod'
import type { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { refuseArchived } from '../../projects/rules.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, requireAssignee, type ScopedTask } from '../queries/tasks.ts'
import { topOf } from '../queries/top.ts'
import { changedTaskFields, dayOfRecurrence, editedColumns } from '../rules.ts'
import { createTask } from './create.ts'
import { moveParts } from './move-parts.ts'
import { repeatTask } from './repeat.ts'
import { replaceSubtasks } from './replace-subtasks.ts'
import { recordStatusChange, refuseWhileBlocked, statusColumns } from './set-status.ts'

type TaskSave = z.output<typeof taskSaveInput>

/** Updates the task if `id` is given, else creates one. */
export const saveTask = (ctx: UserCtx, input: TaskSave): Promise<TaskDto> =>
  input.id === undefined ? createTask(ctx, input) : updateTask(ctx, input, input.id)

/** Throws CONFLICT with the differing fields if `version` is outdated. */
function updateTask(ctx: UserCtx, input: TaskSave, id: string): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const before = await changeTask(tx, input, id)
    if (input.status === 'done') await repeatTask(tx, id, before)
    return getTask(tx, id)
  })
}

/** Returns the earlier status. */
async function changeTask(tx: Tx<UserCtx>, input: TaskSave, id: string): Promise<TaskStatus> {
  const current = await getTask(tx, id)
  if (input.version !== undefined && input.version !== current.version) {
    throw conflict('This task', changedTaskFields(current, input))
  }
  const project = await requireProject(tx, input.project_id)
  if (project.agency_id !== current.agency_id) throw notFound('This project')
  if (project.id !== current.project_id) refuseArchived(project)
  const assigneeId = input.assigned_to_id ?? null
  const reassigned = assigneeId !== current.assigned_to_id
  const assignee = reassigned ? await requireAssignee(tx, current.agency_id, assigneeId) : null
  await refuseWhileBlocked(tx, [current], input.status, input.confirm)
  const keepsRhythm = input.recurrence === current.recurrence && input.due_date === current.due_date
  const columns = {
    project_id: project.id,
    ...editedColumns(input),
    ...(keepsRhythm ? {} : { recurrence_day: dayOfRecurrence(input) }),
    ...statusColumns(current, input.status, tx.now),
    ...(input.status !== current.status && {
      order_position: await topOf(tx, current.agency_id, input.status),
    }),
  }
  await updateVersioned(tx, 'tasks', current, columns, 'This task')
  await replaceSubtasks(tx, current, current.subtasks, input.subtasks)
  await moveParts(tx, current, project.id)
  const saved = { ...current, title: input.title, project_id: project.id }
  const about = await aboutTask(tx, saved)
  const isMoved = input.status !== current.status
  if (!isMoved || changesMore(current, input)) await record(tx, 'task.updated', about)
  if (isMoved) await recordStatusChange(tx, saved, { from: current.status, to: input.status })
  if (reassigned) {
    await record(tx, 'task.assigned', { ...about, assigneeId, assigneeName: assignee?.name ?? null })
  }
  return current.status
}

/** Whether it edits what no other event reports. */
const changesMore = (current: ScopedTask, edit: TaskSave): boolean =>
  Object.keys(changedTaskFields(current, edit)).some(
    (field) => field !== 'status' && field !== 'assigned_to_id',
  )
