import type { TaskStatus } from '#shared/work/tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies, callerDate } from '../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { aboutTask } from '../queries/about.ts'
import { findAssignee, getTask, type ScopedTask } from '../queries/tasks.ts'
import { topOf } from '../queries/top.ts'
import { dayOfRecurrence, movedStart, nextDueDate } from '../rules.ts'
import { insertSubtasks } from './replace-subtasks.ts'

/**
 * After completing a recurring task that had the given status, creates the next one, due on its next date. There is
 * only one: a task that is completed again gets another one only if the first was deleted meanwhile.
 */
export async function repeatTask(tx: Tx<UserCtx>, taskId: string, before: TaskStatus): Promise<void> {
  const task = await getTask(tx, taskId)
  if (task.recurrence === null) return
  const id = newId()
  if (!(await replaceNextTask(tx, task, id, before))) return
  const now = toInstant(tx.now)
  const today = callerDate(tx)
  const { recurrence_day: chosenDay, estimated_minutes } = await selectFrom(tx, 'tasks')
    .select(['recurrence_day', 'estimated_minutes'])
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const due_date = task.due_date ?? today
  const recurrence_day = chosenDay ?? dayOfRecurrence({ recurrence: task.recurrence, due_date })
  const next = nextDueDate(task.recurrence, due_date, today, recurrence_day ?? undefined)
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
      start_date: movedStart({ start_date: task.start_date, due_date }, next),
      due_date: next,
      estimated_minutes,
      order_position: await topOf(tx, task.agency_id, 'todo'),
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

/** False if an earlier completion has created the next task. */
async function replaceNextTask(
  tx: Tx,
  { agency_id, id }: ScopedTask,
  nextId: string,
  before: TaskStatus,
): Promise<boolean> {
  // The next task may have moved to a project that the caller can't see.
  const tasks = selectFrom(acrossAgencies(tx), 'tasks').where('tasks.agency_id', '=', agency_id)
  const { next, found } = await tasks
    .leftJoin('tasks as next', (join) =>
      join.onRef('next.agency_id', '=', 'tasks.agency_id').onRef('next.id', '=', 'tasks.next_task_id'),
    )
    .select(['tasks.next_task_id as next', 'next.id as found'])
    .where('tasks.id', '=', id)
    .executeTakeFirstOrThrow()
  if (found !== null || (next !== null && before === 'done')) return false
  await updateTable(tx, 'tasks')
    .set({ next_task_id: nextId })
    .where('agency_id', '=', agency_id)
    .where('id', '=', id)
    .execute()
  return true
}
