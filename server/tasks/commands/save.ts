import type { z } from 'zod'
import type { AgencyId } from '#shared/roles.ts'
import type { TaskDto, taskSaveInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { conflict, notFound } from '../../errors.ts'
import { notifyAssigned } from '../../notifications/commands/about-work.ts'
import { requireProject } from '../../projects/queries.ts'
import { getTask } from '../queries.ts'
import { changedTaskFields } from '../rules.ts'
import { recordTaskActivity } from './record.ts'
import { createNextTask } from './recurrence.ts'
import { recordStatusChange, refuseWhileBlocked, statusColumns } from './status.ts'
import { insertSubtasks, replaceSubtasks } from './subtasks.ts'
import { updateTaskRow } from './update-row.ts'

type TaskSave = z.output<typeof taskSaveInput>

/**
 * Inserts a task at the head of its column, or updates the one named by `id`; CONFLICT, naming what
 * differs, when `version` is not the current one.
 */
export function saveTask(db: Db, scope: Scope, input: TaskSave): Promise<TaskDto> {
  return transact(db, async (trx) => {
    const id =
      input.id === undefined
        ? await insertTask(trx, scope, input)
        : await updateTask(trx, scope, input, input.id)
    if (input.status === 'done') await createNextTask(trx, scope, id)
    return getTask(trx, scope, id)
  })
}

async function insertTask(trx: Trx, scope: Scope, input: TaskSave): Promise<string> {
  const project = await requireProject(trx, scope, input.project_id)
  await requireAssignee(trx, project.agency_id, input.assigned_to_id)
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('tasks')
    .values({
      agency_id: project.agency_id,
      id,
      project_id: project.id,
      ...editedColumns(input),
      recurrence_day: dayOfRecurrence(input),
      status: input.status,
      completed_at: input.status === 'done' ? now : null,
      order_position: 0,
      next_task_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const task = { id, agency_id: project.agency_id, project_id: project.id }
  await insertSubtasks(
    trx,
    task,
    input.subtasks.map(({ title, completed }) => ({ id: newId(), title, completed })),
  )
  await recordTaskActivity(trx, scope, task, 'task.created', `Task “${input.title}” created`)
  await notifyAssigned(trx, scope, {
    ...task,
    title: input.title,
    assigned_to_id: input.assigned_to_id ?? null,
  })
  return id
}

async function updateTask(trx: Trx, scope: Scope, input: TaskSave, id: string): Promise<string> {
  const current = await getTask(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) {
    throw conflict('This task', changedTaskFields(current, input))
  }
  const project = await requireProject(trx, scope, input.project_id)
  if (project.agency_id !== current.agency_id) throw notFound('This project')
  if (input.assigned_to_id !== current.assigned_to_id) {
    await requireAssignee(trx, current.agency_id, input.assigned_to_id)
  }
  await refuseWhileBlocked(trx, [current], input.status, input.confirm)
  const keepsRhythm = input.recurrence === current.recurrence && input.due_date === current.due_date
  await updateTaskRow(trx, scope, current, {
    project_id: project.id,
    ...editedColumns(input),
    ...(keepsRhythm ? {} : { recurrence_day: dayOfRecurrence(input) }),
    ...statusColumns(current, input.status, scope.now),
  })
  await replaceSubtasks(trx, current, current.subtasks, input.subtasks)
  const saved = { ...current, title: input.title, project_id: project.id }
  if (input.status === current.status) {
    await recordTaskActivity(trx, scope, saved, 'task.updated', `Task “${input.title}” updated`)
  } else {
    await recordStatusChange(trx, scope, saved, input.status)
  }
  const assigned_to_id = input.assigned_to_id ?? null
  if (assigned_to_id !== current.assigned_to_id)
    await notifyAssigned(trx, scope, { ...saved, assigned_to_id })
  return id
}

const editedColumns = (input: TaskSave) => ({
  title: input.title,
  description: input.description,
  priority: input.priority,
  assigned_to_id: input.assigned_to_id ?? null,
  due_date: input.due_date,
  estimated_minutes: input.estimated_hours == null ? null : Math.round(input.estimated_hours * 60),
  recurrence: input.recurrence ?? null,
})

const dayOfRecurrence = (input: TaskSave): number | null =>
  input.recurrence === 'monthly' && input.due_date ? Number(input.due_date.slice(8)) : null

/** Null for nobody; NOT_FOUND unless the person is an active contributor of the agency. */
export async function requireAssignee(
  trx: Trx,
  agencyId: AgencyId,
  employeeId: string | null | undefined,
): Promise<{ name: string } | null> {
  if (employeeId == null) return null
  const employee = await trx
    .selectFrom('employees')
    .select('name')
    .where('agency_id', '=', agencyId)
    .where('id', '=', employeeId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (employee === undefined) throw notFound('This contributor')
  return employee
}
