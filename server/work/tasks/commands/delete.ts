import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { taskBulkDeleteInput } from '#shared/work/schemas/tasks.ts'
import { removeAfterCommit } from '../../../base/adapters/storage/remove-after-commit.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isSent } from '../../../base/db/attached-files.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, getTasks, type ScopedTask } from '../queries/tasks.ts'

/** Deletes the task with its subtasks, comments, and dependencies; the team's files remain with the project. */
export function deleteTask(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    await removeTask(tx, await getTask(tx, input.id))
    return { id: input.id }
  })
}

/** Deletes all of the tasks or, if one is rejected, none. */
export function deleteTasks(
  ctx: UserCtx,
  input: z.output<typeof taskBulkDeleteInput>,
): Promise<{ changed: number }> {
  return transact(ctx, async (tx) => {
    const tasks = await getTasks(tx, [...new Set(input.ids)])
    for (const task of tasks) await removeTask(tx, task, tasks.length > 1)
    for (const [id, deleted] of Map.groupBy(tasks, (task) => task.agency_id)) {
      if (tasks.length === 1) continue
      await record(tx, 'tasks.deleted', { id, agencyId: id, titles: deleted.map(({ title }) => title) })
    }
    return { changed: tasks.length }
  })
}

export async function removeTask(tx: Tx<UserCtx>, task: ScopedTask, inBulk = false): Promise<void> {
  // Also the team's, which a client can't see.
  const files = await updateTable(acrossAgencies(tx), 'files')
    .set({ task_id: null })
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .returning('id')
    .execute()
  await deleteFrom(tx, 'tasks').where('agency_id', '=', task.agency_id).where('id', '=', task.id).execute()
  await deleteSentFiles(tx, task.agency_id, files)
  await record(tx, 'task.deleted', { ...(await aboutTask(tx, task)), inBulk })
}

/** Deletes those of the files that a client sent with comments which no longer exist, and their bytes after the commit. */
export async function deleteSentFiles(
  tx: Tx,
  agencyId: AgencyId,
  files: readonly { id: string }[],
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  const deleted = await deleteFrom(acrossAgencies(tx), 'files')
    .where('agency_id', '=', agencyId)
    .where('id', 'in', ids)
    .where('kind', '=', 'message')
    .where((eb) => eb.not(isSent(eb)))
    .returning('storage_key')
    .execute()
  removeAfterCommit(tx, openStorage(tx.services.config), deleted)
}
