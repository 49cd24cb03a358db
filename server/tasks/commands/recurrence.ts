import { callerDate, type Scope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { newId, toInstant } from '../../db/values.ts'
import { getTask, type ScopedTask } from '../queries.ts'
import { nextDueDate } from '../rules.ts'
import { recordTaskActivity } from './record.ts'
import { insertSubtasks } from './subtasks.ts'

/** After a recurring task is done: creates the next one, open and due at its next date, once. */
export async function createNextTask(trx: Trx, scope: Scope, taskId: string): Promise<void> {
  const task = await getTask(trx, scope, taskId)
  if (task.recurrence === null) return
  const id = newId()
  if (!(await claimNextTask(trx, task, id))) return
  const now = toInstant(scope.now)
  const today = callerDate(scope)
  const { recurrence_day, estimated_minutes } = await trx
    .selectFrom('tasks')
    .select(['recurrence_day', 'estimated_minutes'])
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('tasks')
    .values({
      agency_id: task.agency_id,
      id,
      project_id: task.project_id,
      title: task.title,
      description: task.description,
      priority: task.priority,
      status: 'todo',
      assigned_to_id: task.assigned_to_id,
      due_date: nextDueDate(task.recurrence, task.due_date ?? today, today, recurrence_day ?? undefined),
      estimated_minutes,
      order_position: 0,
      completed_at: null,
      recurrence: task.recurrence,
      recurrence_day,
      next_task_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertSubtasks(
    trx,
    { agency_id: task.agency_id, id },
    task.subtasks.map((subtask) => ({ id: newId(), title: subtask.title, completed: false })),
  )
  const next = { ...task, id }
  await recordTaskActivity(trx, scope, next, 'task.repeated', `“${task.title}” comes up again`)
}

/** False when an earlier completion has created the next task already. */
async function claimNextTask(trx: Trx, task: ScopedTask, nextId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tasks')
    .set({ next_task_id: nextId })
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.id)
    .where('next_task_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
