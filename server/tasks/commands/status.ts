import type { z } from 'zod'
import { TASK_STATUS_LABELS, type TaskDto, type TaskStatus, type taskStatusInput } from '#shared/tasks.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, conflict } from '../../errors.ts'
import { getTask, type ScopedTask } from '../queries.ts'
import { publishTaskChange, recordTaskActivity } from './record.ts'
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
  await refuseWhileBlocked(trx, task, status, options.confirm)
  await updateTaskRow(trx, scope, task, {
    ...statusColumns(task, status, scope.now),
    order_position: options.order_position ?? task.order_position,
  })
  if (status === task.status) {
    await publishTaskChange(trx, scope, task)
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

export const recordStatusChange = (
  trx: Trx,
  scope: Scope,
  task: ScopedTask,
  status: TaskStatus,
): Promise<void> =>
  status === 'done'
    ? recordTaskActivity(trx, scope, task, 'task.completed', `“${task.title}” completed`)
    : recordTaskActivity(
        trx,
        scope,
        task,
        'task.status_changed',
        `“${task.title}” moved to ${TASK_STATUS_LABELS[status]}`,
      )

/** CONFLICT with the reason `blocked` when the task would be finished before the tasks it waits for. */
export async function refuseWhileBlocked(
  trx: Trx,
  task: Pick<ScopedTask, 'id' | 'agency_id' | 'status'>,
  status: TaskStatus,
  confirm: boolean,
): Promise<void> {
  if (confirm || status !== 'done' || task.status === 'done') return
  const blockers = await trx
    .selectFrom('task_dependencies')
    .innerJoin('tasks', (join) =>
      join
        .onRef('tasks.agency_id', '=', 'task_dependencies.agency_id')
        .onRef('tasks.id', '=', 'task_dependencies.blocked_by_id'),
    )
    .select('tasks.title')
    .where('task_dependencies.agency_id', '=', task.agency_id)
    .where('task_dependencies.task_id', '=', task.id)
    .where('tasks.status', '!=', 'done')
    .orderBy('tasks.title')
    .execute()
  if (blockers.length === 0) return
  const titles = blockers.map((blocker) => `“${blocker.title}”`).join(', ')
  throw new AppError('CONFLICT', `This task waits for ${titles}. Complete it anyway?`, { reason: 'blocked' })
}
