import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { aboutTask } from '../queries/about.ts'
import { findAssignee, getTask, type ScopedTask } from '../queries/tasks.ts'
import { nextDueDate } from '../rules.ts'
import { insertSubtasks } from './replace-subtasks.ts'

/** After completing a recurring task, creates the next one, due on its next date; only once. */
export async function repeatTask(tx: Tx<UserCtx>, taskId: string): Promise<void> {
  const task = await getTask(tx, taskId)
  if (task.recurrence === null) return
  const id = newId()
  if (!(await claimNextTask(tx, task, id))) return
  const now = toInstant(tx.now)
  const today = callerDate(tx)
  const { recurrence_day, estimated_minutes } = await selectFrom(tx, 'tasks')
    .select(['recurrence_day', 'estimated_minutes'])
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  // A contributor deactivated since gets no new tasks.
  const assignee = await findAssignee(tx, task.agency_id, task.assigned_to_id)
  await insertInto(tx, 'tasks')
    .values({
      agency_id: task.agency_id,
      id,
      project_id: task.project_id,
      title: task.title,
      description: task.description,
      priority: task.priority,
      status: 'todo',
      assigned_to_id: assignee?.id ?? null,
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
    tx,
    { agency_id: task.agency_id, id },
    task.subtasks.map((subtask) => ({ id: newId(), title: subtask.title, completed: false })),
  )
  await record(tx, 'task.repeated', await aboutTask(tx, { ...task, id }))
}

/** False if an earlier completion has already created the next task. */
async function claimNextTask(tx: Tx, task: ScopedTask, nextId: string): Promise<boolean> {
  const { numUpdatedRows } = await updateTable(tx, 'tasks')
    .set({ next_task_id: nextId })
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.id)
    .where('next_task_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
