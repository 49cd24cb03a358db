import type { z } from 'zod'
import { TASK_STATUS_LABELS, type TaskDto, type TaskStatus, type taskStatusInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, conflict } from '../../errors.ts'
import { notifyTaskMoved } from '../../notifications/commands/about-work.ts'
import { getTask, type ScopedTask } from '../queries.ts'
import { recordReordering, recordTaskActivity } from './record.ts'
import { createNextTask } from './recurrence.ts'
import { updateTaskRow } from './update-row.ts'

/** Changes the status and leaves every other field as it is. */
export function setTaskStatus(
  db: Db,
  scope: Scope,
  input: z.output<typeof taskStatusInput>,
): Promise<TaskDto> {
  return transact(db, async (trx) => {
    const task = await getTask(trx, scope, input.id)
    if (input.version !== undefined && input.version !== task.version) {
      throw conflict('This task', { status: task.status })
    }
    return moveToStatus(trx, scope, task, input.status, { confirm: input.confirm })
  })
}

/** Writes the status with everything that follows from it: the time of completion and the next repetition. */
export async function moveToStatus(
  trx: Trx,
  scope: Scope,
  task: ScopedTask,
  status: TaskStatus,
  options: { confirm: boolean; order_position?: number },
): Promise<TaskDto> {
  if (status === task.status && options.order_position === undefined) return task
  await refuseWhileBlocked(trx, [task], status, options.confirm)
  await updateTaskRow(trx, scope, task, {
    ...statusColumns(task, status, scope.now),
    order_position: options.order_position ?? task.order_position,
  })
  if (status === task.status) {
    await recordReordering(trx, scope, task)
  } else {
    await recordStatusChange(trx, scope, task, status)
    if (status === 'done') await createNextTask(trx, scope, task.id)
  }
  return getTask(trx, scope, task.id)
}

export function statusColumns(
  task: { status: TaskStatus; completed_at: string | null },
  status: TaskStatus,
  now: Date,
): { status: TaskStatus; completed_at: string | null } {
  if (status !== 'done') return { status, completed_at: null }
  return { status, completed_at: task.status === 'done' ? task.completed_at : toInstant(now) }
}

export async function recordStatusChange(
  trx: Trx,
  scope: Scope,
  task: ScopedTask,
  status: TaskStatus,
): Promise<void> {
  if (status === 'done') {
    await recordTaskActivity(trx, scope, task, 'task.completed', `“${task.title}” completed`)
  } else {
    const summary = `“${task.title}” moved to ${TASK_STATUS_LABELS[status]}`
    await recordTaskActivity(trx, scope, task, 'task.status_changed', summary)
  }
  await notifyTaskMoved(trx, scope, task, status)
}

/**
 * CONFLICT with the reason `blocked` when tasks would be finished before others they wait for; tasks
 * finished together do not hold each other up.
 */
export async function refuseWhileBlocked(
  trx: Trx,
  tasks: readonly ScopedTask[],
  status: TaskStatus,
  confirm: boolean,
): Promise<void> {
  const finishing = tasks.filter((task) => task.status !== 'done' && task.open_blockers > 0)
  if (confirm || status !== 'done' || finishing.length === 0) return
  const blockers = await trx
    .selectFrom('task_dependencies as link')
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.agency_id', '=', 'link.agency_id').onRef('tasks.id', '=', 'link.blocked_by_id'),
    )
    .select('tasks.title')
    .distinct()
    .where('link.agency_id', 'in', [...new Set(finishing.map((task) => task.agency_id))])
    .where(
      'link.task_id',
      'in',
      finishing.map((task) => task.id),
    )
    .where(
      'link.blocked_by_id',
      'not in',
      tasks.map((task) => task.id),
    )
    .where('tasks.status', '!=', 'done')
    .orderBy('tasks.title')
    .execute()
  if (blockers.length === 0) return
  const titles = blockers.map((blocker) => `“${blocker.title}”`).join(', ')
  const subject = tasks.length === 1 ? 'This task waits' : 'These tasks wait'
  throw new AppError('CONFLICT', `${subject} for ${titles}. Complete anyway?`, { reason: 'blocked' })
}
