import type { z } from 'zod'
import type { TaskDto, TaskStatus, taskStatusInput } from '#shared/tasks.ts'
import type { Tx, UserCtx } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { updateVersioned } from '../../core/versioned.ts'
import { toInstant } from '../../db/values.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, type ScopedTask } from '../queries/tasks.ts'
import { createNextTask } from './repeat.ts'

/** Changes the status and leaves every other field as it is. */
export function setTaskStatus(ctx: UserCtx, input: z.output<typeof taskStatusInput>): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.id)
    if (input.version !== undefined && input.version !== task.version) {
      throw conflict('This task', { status: task.status })
    }
    return moveToStatus(tx, task, input.status, { confirm: input.confirm })
  })
}

/** Writes the status with everything that follows from it: the time of completion and the next repetition. */
export async function moveToStatus(
  tx: Tx<UserCtx>,
  task: ScopedTask,
  status: TaskStatus,
  options: { confirm: boolean; order_position?: number },
): Promise<TaskDto> {
  if (status === task.status && options.order_position === undefined) return task
  await refuseWhileBlocked(tx, [task], status, options.confirm)
  const order_position = options.order_position ?? task.order_position
  const columns = { ...statusColumns(task, status, tx.now), order_position }
  await updateVersioned(tx, 'tasks', task, columns, 'This task')
  if (status === task.status) {
    await record(tx, 'task.reordered', await aboutTask(tx, task))
  } else {
    await recordStatusChange(tx, task, status)
    if (status === 'done') await createNextTask(tx, task.id)
  }
  return getTask(tx, task.id)
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
  tx: Tx<UserCtx>,
  task: ScopedTask,
  status: TaskStatus,
): Promise<void> {
  const about = { ...(await aboutTask(tx, task)), assigneeId: task.assigned_to_id }
  if (status === 'done') await record(tx, 'task.completed', about)
  else await record(tx, 'task.status-changed', { ...about, status })
}

/**
 * CONFLICT with the reason `blocked` when tasks would be finished before others they wait for; tasks
 * finished together do not hold each other up.
 */
export async function refuseWhileBlocked(
  tx: Tx,
  tasks: readonly ScopedTask[],
  status: TaskStatus,
  confirm: boolean,
): Promise<void> {
  const finishing = tasks.filter((task) => task.status !== 'done' && task.open_blockers > 0)
  if (confirm || status !== 'done' || finishing.length === 0) return
  const blockers = await selectFrom(tx, 'task_dependencies as link')
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
