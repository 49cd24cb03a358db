import type { z } from 'zod'
import type { taskStatusInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto, TaskStatus } from '#shared/work/tasks.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, type ScopedTask } from '../queries/tasks.ts'
import { topOf } from '../queries/top.ts'
import { repeatTask } from './repeat.ts'

/** Changes only the status. */
export function setTaskStatus(ctx: UserCtx, input: z.output<typeof taskStatusInput>): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const task = await getTask(tx, input.id)
    if (input.version !== undefined && input.version !== task.version) {
      throw conflict('This task', { status: task.status })
    }
    return moveToStatus(tx, task, input.status, { confirm: input.confirm })
  })
}

/** Updates the status, the place in its column (the top unless given) and the consequences: the completion time and the next recurrence. */
export async function moveToStatus(
  tx: Tx<UserCtx>,
  task: ScopedTask,
  status: TaskStatus,
  options: { confirm: boolean; order_position?: number },
): Promise<TaskDto> {
  if (status === task.status && options.order_position === undefined) return task
  await refuseWhileBlocked(tx, [task], status, options.confirm)
  const order_position = options.order_position ?? (await topOf(tx, task.agency_id, status))
  const columns = { ...statusColumns(task, status, tx.now), order_position }
  await updateVersioned(tx, 'tasks', task, columns, 'This task')
  if (status === task.status) {
    await record(tx, 'task.reordered', await aboutTask(tx, task))
  } else {
    await recordStatusChange(tx, task, { from: task.status, to: status })
    if (status === 'done') await repeatTask(tx, task.id, task.status)
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
  { from, to }: { from: TaskStatus; to: TaskStatus },
): Promise<void> {
  const about = { ...(await aboutTask(tx, task)), assigneeId: task.assigned_to_id }
  if (to === 'done') await record(tx, 'task.completed', about)
  else await record(tx, 'task.status-changed', { ...about, status: to, reopened: from === 'done' })
}

/**
 * Throws CONFLICT with the reason `blocked` if tasks would be completed before their blockers; tasks
 * completed together don't block each other.
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
  const subject = tasks.length === 1 ? 'This task is' : 'These tasks are'
  throw new AppError('CONFLICT', `${subject} blocked by ${titles}. Complete anyway?`, { reason: 'blocked' })
}
