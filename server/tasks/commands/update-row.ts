import type { Updateable } from 'kysely'
import type { Scope } from '../../auth/scope.ts'
import type { Schema, Trx } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { conflict } from '../../errors.ts'
import type { ScopedTask } from '../queries.ts'

type TaskColumns = Omit<
  Updateable<Schema['tasks']>,
  'agency_id' | 'id' | 'version' | 'created_at' | 'updated_at'
>

/** Writes the columns to the version that was read; CONFLICT when it is not the current one any more. */
export async function updateTaskRow(
  trx: Trx,
  scope: Scope,
  task: ScopedTask,
  columns: TaskColumns,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('tasks')
    .set({ ...columns, version: task.version + 1, updated_at: toInstant(scope.now) })
    .where('agency_id', '=', task.agency_id)
    .where('id', '=', task.id)
    .where('version', '=', task.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('This task')
}
