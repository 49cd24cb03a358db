import type { z } from 'zod'
import type { taskUndoInput } from '#shared/work/schemas/tasks.ts'
import { AppError, conflict, notFound } from '../../../base/core/calls/errors.ts'
import { readInstanceKey } from '../../../base/core/config.ts'
import type { Ctx, Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { openSecret, sealSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, getTasks, type ScopedTask } from '../queries/tasks.ts'
import { removeTask } from './delete.ts'
import { moveParts } from './move-parts.ts'
import { recordStatusChange } from './set-status.ts'

const UNDO_MS = 60_000

/** The columns that a bulk change may update. */
export const columnsOf = (ctx: Ctx, ids: readonly string[]) =>
  selectFrom(ctx, 'tasks')
    .select(['id', 'version', 'project_id', 'priority', 'status', 'assigned_to_id', 'due_date'])
    .select(['recurrence_day', 'completed_at', 'next_task_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

type TaskColumns = Awaited<ReturnType<typeof columnsOf>>[number]

interface Undo {
  userId: string
  until: number
  tasks: { before: TaskColumns; version: number }[]
}

/** The tasks' previous values, encrypted and only usable by the person who changed them. */
export function sealUndo(ctx: UserCtx, before: TaskColumns[], after: TaskColumns[]): string {
  const versions = new Map(after.map(({ id, version }) => [id, version]))
  const tasks = before
    .map((task) => ({ before: task, version: versions.get(task.id) ?? task.version }))
    .filter((task) => task.version !== task.before.version)
  const undo: Undo = { userId: ctx.actor.userId, until: ctx.now.getTime() + UNDO_MS, tasks }
  return sealSecret(readInstanceKey(ctx.services.config.dataDir), JSON.stringify(undo))
}

/** Restores all of the tasks' previous values, or none if one has been changed since. */
export function undoChange(
  ctx: UserCtx,
  input: z.output<typeof taskUndoInput>,
): Promise<{ changed: number }> {
  const { userId, until, tasks } = openUndo(ctx, input.undo)
  if (userId !== ctx.actor.userId) throw notFound('This change')
  if (ctx.now.getTime() > until) {
    throw new AppError('CONFLICT', 'This change can no longer be undone.', { reason: 'not_undone' })
  }
  return transact(ctx, async (tx) => {
    const current = await getTasks(
      tx,
      tasks.map(({ before }) => before.id),
    )
    for (const [index, { before, version }] of tasks.entries()) {
      const task = current[index]
      if (task?.version !== version) throw conflict('One of these tasks')
      await restoreTask(tx, task, before)
    }
    return { changed: tasks.length }
  })
}

function openUndo(ctx: UserCtx, sealed: string): Undo {
  try {
    return JSON.parse(openSecret(readInstanceKey(ctx.services.config.dataDir), sealed)) as Undo
  } catch {
    throw notFound('This change')
  }
}

async function restoreTask(tx: Tx<UserCtx>, task: ScopedTask, before: TaskColumns): Promise<void> {
  const { id, version: _version, ...columns } = before
  await requireProject(tx, columns.project_id)
  const isReassigned = columns.assigned_to_id !== task.assigned_to_id
  const [{ next_task_id: next } = { next_task_id: null }] = await columnsOf(tx, [id])
  await updateVersioned(tx, 'tasks', task, columns, 'One of these tasks')
  if (next !== null && next !== columns.next_task_id) await removeRecurrence(tx, next)
  await moveParts(tx, task, columns.project_id)
  const restored = { ...task, ...columns }
  const about = await aboutTask(tx, restored)
  if (columns.status !== task.status) await recordStatusChange(tx, restored, columns.status)
  else if (!isReassigned) await record(tx, 'task.updated', about)
  if (isReassigned) {
    // Including somebody who was deactivated since or before: it was theirs.
    const { assigned_to_id: assigneeId, assignee } = await getTask(tx, id)
    await record(tx, 'task.assigned', { ...about, assigneeId, assigneeName: assignee?.name ?? null })
  }
}

/** Deletes the recurrence created by completing the task, unless it has been worked on since. */
async function removeRecurrence(tx: Tx<UserCtx>, id: string): Promise<void> {
  const next = await getTask(tx, id)
  if (next.version === 1) await removeTask(tx, next)
}
