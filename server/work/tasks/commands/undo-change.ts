import type { z } from 'zod'
import { MAX_UNDO_LENGTH, type taskUndoInput } from '#shared/work/schemas/tasks.ts'
import { conflict } from '../../../base/core/calls/errors.ts'
import { openUndo, sealUndo } from '../../../base/core/calls/sealed-undo.ts'
import type { Ctx, Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { requireProject } from '../../projects/queries/projects.ts'
import { aboutTask } from '../queries/about.ts'
import type { RecordedRates } from '../queries/recorded-rates.ts'
import { getTask, getTasks, type ScopedTask } from '../queries/tasks.ts'
import { removeTask } from './delete.ts'
import { moveParts } from './move-parts.ts'
import { restoreRates } from './restore-rates.ts'
import { recordStatusChange } from './set-status.ts'

const KIND = 'tasks'

/** The columns that a bulk change may update. */
export const columnsOf = (ctx: Ctx, ids: readonly string[]) =>
  selectFrom(ctx, 'tasks')
    .select(['id', 'version', 'project_id', 'priority', 'status', 'assigned_to_id', 'start_date', 'due_date'])
    .select(['order_position', 'recurrence_day', 'completed_at', 'next_task_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

type TaskColumns = Awaited<ReturnType<typeof columnsOf>>[number]

interface Changed {
  before: TaskColumns
  version: number
}

interface Sealed {
  tasks: Changed[]
  /** Of their time, if it moved to another project; null if there are too many, so that it gets the current rates. */
  rates: RecordedRates[] | null
}

/** The undo id that restores the tasks' previous values, and the given rates of their time. */
export function sealTasks(
  ctx: UserCtx,
  { before, after, rates }: { before: TaskColumns[]; after: TaskColumns[]; rates: RecordedRates[] },
): string {
  const versions = new Map(after.map(({ id, version }) => [id, version]))
  const tasks: Changed[] = before
    .map((task) => ({ before: task, version: versions.get(task.id) ?? task.version }))
    .filter((task) => task.version !== task.before.version)
  const seal = (sealed: Sealed): string => sealUndo(ctx, KIND, sealed)
  const undo = seal({ tasks, rates })
  return undo.length > MAX_UNDO_LENGTH ? seal({ tasks, rates: null }) : undo
}

/**
 * Restores all of the tasks' previous values, or none if one has been changed since, and whether their time has its
 * previous rates.
 */
export function undoChange(
  ctx: UserCtx,
  input: z.output<typeof taskUndoInput>,
): Promise<{ changed: number; rates_restored: boolean }> {
  const { tasks, rates } = openUndo<Sealed>(ctx, KIND, input.undo)
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
    await restoreRates(tx, rates ?? [])
    return { changed: tasks.length, rates_restored: rates !== null }
  })
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
  const statuses = { from: task.status, to: columns.status }
  if (statuses.from !== statuses.to) await recordStatusChange(tx, restored, statuses)
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
