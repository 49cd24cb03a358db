import type { Scope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { getTask, type ScopedTask } from '../queries.ts'
import { recordTaskActivity } from './record.ts'

/** Deletes the task with its subtasks, comments and dependencies; its files stay with the project. */
export function deleteTask(db: Db, scope: Scope, input: { id: string }): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    await removeTask(trx, scope, await getTask(trx, scope, input.id))
    return { id: input.id }
  })
}

export async function removeTask(trx: Trx, scope: Scope, task: ScopedTask): Promise<void> {
  await trx
    .updateTable('files')
    .set({ task_id: null })
    .where('agency_id', '=', task.agency_id)
    .where('task_id', '=', task.id)
    .execute()
  await trx.deleteFrom('tasks').where('agency_id', '=', task.agency_id).where('id', '=', task.id).execute()
  await recordTaskActivity(trx, scope, task, 'task.deleted', `Task “${task.title}” deleted`)
}
