import type { z } from 'zod'
import type { taskBulkDeleteInput } from '#shared/work/schemas/tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { aboutTask } from '../queries/about.ts'
import { getTask, getTasks, type ScopedTask } from '../queries/tasks.ts'
import { deleteSentFiles } from './delete-sent-files.ts'

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
