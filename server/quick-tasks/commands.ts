import type { z } from 'zod'
import { links } from '#shared/links.ts'
import {
  parseQuickTask,
  type QuickTaskDto,
  type quickTaskAddInput,
  type quickTaskSaveInput,
  type quickTaskSnoozeInput,
} from '#shared/quick-tasks.ts'
import { type TaskDto, taskSaveInput } from '#shared/tasks.ts'
import { callerDate, type Scope } from '../auth/scope.ts'
import type { Db, Trx } from '../db/schema.ts'
import { transact } from '../db/transaction.ts'
import { newId, toInstant } from '../db/values.ts'
import { AppError, conflict, notFound } from '../errors.ts'
import { publishChange } from '../live/publish.ts'
import { notify } from '../notifications/commands/notify.ts'
import { findPerson } from '../people/queries.ts'
import { saveTask } from '../tasks/commands/save.ts'
import { getQuickTask } from './queries.ts'

type QuickTaskSave = z.output<typeof quickTaskSaveInput>

/** Adds one line as typed for oneself; words at its end may name the due date. */
export async function addQuickTask(
  db: Db,
  scope: Scope,
  input: z.output<typeof quickTaskAddInput>,
): Promise<QuickTaskDto> {
  const { title, due_date } = parseQuickTask(input.text, callerDate(scope))
  return saveQuickTask(db, scope, { title, due_date, description: null, priority: 'medium' })
}

/** Inserts a quick task, or updates the one named by `id`; CONFLICT when `version` is not the current one. */
export function saveQuickTask(db: Db, scope: Scope, input: QuickTaskSave): Promise<QuickTaskDto> {
  return transact(db, async (trx) => {
    const before =
      input.id === undefined ? null : (await getQuickTask(trx, scope, input.id)).assigned_to.user_id
    const id =
      input.id === undefined
        ? await insertQuickTask(trx, scope, input)
        : await updateQuickTask(trx, scope, input, input.id)
    const task = await announced(trx, scope, id)
    if (task.assigned_to.user_id !== before) await tellAssignee(trx, scope, task)
    return task
  })
}

async function tellAssignee(trx: Trx, scope: Scope, task: QuickTaskDto): Promise<void> {
  await notify(trx, scope, {
    event: 'task_assigned',
    userIds: [task.assigned_to.user_id],
    title: `${scope.name} gave you the task “${task.title}”`,
    link: links.quickTask(task.id),
  })
}

async function insertQuickTask(trx: Trx, scope: Scope, input: QuickTaskSave): Promise<string> {
  const id = newId()
  const now = toInstant(scope.now)
  await trx
    .insertInto('quick_tasks')
    .values({
      id,
      agency_id: scope.agencyId,
      created_by: scope.userId,
      assigned_to: await assigneeOf(trx, scope, input.assigned_to ?? scope.userId),
      title: input.title,
      description: input.description,
      priority: input.priority,
      due_date: input.due_date,
      completed_at: null,
      deleted_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function updateQuickTask(trx: Trx, scope: Scope, input: QuickTaskSave, id: string): Promise<string> {
  const current = await getQuickTask(trx, scope, id)
  if (input.version !== undefined && input.version !== current.version) throw conflict('This task')
  const assignee = input.assigned_to ?? current.assigned_to.user_id
  const { numUpdatedRows } = await trx
    .updateTable('quick_tasks')
    .set({
      assigned_to:
        assignee === current.assigned_to.user_id ? assignee : await assigneeOf(trx, scope, assignee),
      title: input.title,
      description: input.description,
      priority: input.priority,
      due_date: input.due_date,
      version: current.version + 1,
      updated_at: toInstant(scope.now),
    })
    .where('id', '=', id)
    .where('version', '=', current.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This task')
  if (assignee !== current.assigned_to.user_id) await announce(trx, scope, [current.assigned_to.user_id])
  return id
}

/** Oneself, or somebody of `people.list`; NOT_FOUND for anybody else. */
async function assigneeOf(trx: Trx, scope: Scope, userId: string): Promise<string> {
  if (userId === scope.userId) return userId
  const person = await findPerson(trx, scope, userId)
  if (person === null) throw notFound('This person')
  return person.user_id
}

export function setQuickTaskCompleted(
  db: Db,
  scope: Scope,
  input: { id: string; completed: boolean },
): Promise<QuickTaskDto> {
  return transact(db, async (trx) => {
    const task = await getQuickTask(trx, scope, input.id)
    if ((task.completed_at !== null) === input.completed) return task
    await change(trx, scope, input.id, { completed_at: input.completed ? toInstant(scope.now) : null })
    return announced(trx, scope, input.id)
  })
}

/** Moves the due date to another day. */
export function snoozeQuickTask(
  db: Db,
  scope: Scope,
  input: z.output<typeof quickTaskSnoozeInput>,
): Promise<QuickTaskDto> {
  return transact(db, async (trx) => {
    await getQuickTask(trx, scope, input.id)
    await change(trx, scope, input.id, { due_date: input.until })
    return announced(trx, scope, input.id)
  })
}

/** Takes the task off every list; `restoreQuickTask` brings it back. Only its creator may. */
export function deleteQuickTask(db: Db, scope: Scope, input: { id: string }): Promise<void> {
  return transact(db, async (trx) => {
    const task = await getQuickTask(trx, scope, input.id)
    if (task.created_by.user_id !== scope.userId) {
      throw new AppError('FORBIDDEN', `Only ${task.created_by.name}, who added this task, can delete it.`, {
        title: 'Access Denied',
      })
    }
    await change(trx, scope, input.id, { deleted_at: toInstant(scope.now) })
    await announce(trx, scope, [scope.userId, task.assigned_to.user_id])
  })
}

export function restoreQuickTask(db: Db, scope: Scope, input: { id: string }): Promise<QuickTaskDto> {
  return transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('quick_tasks')
      .set({ deleted_at: null, updated_at: toInstant(scope.now) })
      .where('id', '=', input.id)
      .where('created_by', '=', scope.userId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notFound('This task')
    return announced(trx, scope, input.id)
  })
}

/** Makes a task of a project of it, for the same contributor where there is one; the quick task is gone. */
export function convertQuickTask(
  db: Db,
  scope: Scope,
  input: { id: string; project_id: string },
): Promise<TaskDto> {
  return transact(db, async (trx) => {
    const quick = await getQuickTask(trx, scope, input.id)
    const task = await saveTask(
      trx,
      scope,
      taskSaveInput.parse({
        title: quick.title,
        description: quick.description,
        priority: quick.priority,
        project_id: input.project_id,
        assigned_to_id: await contributorOf(trx, quick.assigned_to.user_id, input.project_id),
        due_date: quick.due_date,
      }),
    )
    await change(trx, scope, input.id, { deleted_at: toInstant(scope.now) })
    await announce(trx, scope, [quick.created_by.user_id, quick.assigned_to.user_id])
    return task
  })
}

/** The person's contributor row in the project's agency; null when they have none there. */
async function contributorOf(trx: Trx, userId: string, projectId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('profiles')
    .innerJoin('projects', 'projects.agency_id', 'profiles.agency_id')
    .innerJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .select('employees.id')
    .where('profiles.user_id', '=', userId)
    .where('projects.id', '=', projectId)
    .where('employees.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

async function change(
  trx: Trx,
  scope: Scope,
  id: string,
  values: { completed_at?: string | null; due_date?: string; deleted_at?: string },
): Promise<void> {
  await trx
    .updateTable('quick_tasks')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: toInstant(scope.now) }))
    .where('id', '=', id)
    .execute()
}

async function announced(trx: Trx, scope: Scope, id: string): Promise<QuickTaskDto> {
  const task = await getQuickTask(trx, scope, id)
  await announce(trx, scope, [task.created_by.user_id, task.assigned_to.user_id])
  return task
}

/** Quick tasks are private, so they leave no activity row and only their own people hear of them. */
async function announce(trx: Trx, scope: Scope, userIds: string[]): Promise<void> {
  for (const userId of new Set(userIds)) {
    await publishChange(trx, scope, { domains: ['quickTasks', 'dashboard'], userId })
  }
}
