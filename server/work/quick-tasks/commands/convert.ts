import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { createTask } from '../../tasks/commands/create.ts'
import { requireQuickTask } from '../queries/quick-tasks.ts'
import { changeQuickTask } from './change.ts'

/**
 * Converts it to a task of a project, assigned to the same contributor if there is one, and deletes the quick
 * task.
 */
export function convertQuickTask(ctx: UserCtx, input: { id: string; project_id: string }): Promise<TaskDto> {
  return transact(ctx, async (tx) => {
    const quick = await requireQuickTask(tx, input.id)
    const task = await createTask(
      tx,
      taskSaveInput.parse({
        title: quick.title,
        description: quick.description,
        priority: quick.priority,
        project_id: input.project_id,
        assigned_to_id: await contributorOf(tx, quick.assigned_to, input.project_id),
        due_date: quick.due_date,
      }),
    )
    await changeQuickTask(tx, quick, { deleted_at: toInstant(tx.now) })
    return task
  })
}

/** The person's contributor record in the project's agency; null if there is none. */
async function contributorOf(tx: Tx, userId: string, projectId: string): Promise<string | null> {
  const row = await selectFrom(tx, 'profiles')
    .innerJoin('projects', 'projects.agency_id', 'profiles.agency_id')
    .innerJoin('employees', (join) =>
      join
        .onRef('employees.agency_id', '=', 'profiles.agency_id')
        .onRef('employees.id', '=', 'profiles.employee_id'),
    )
    .select('employees.id')
    .where('profiles.user_id', '=', userId)
    .where('projects.id', '=', projectId)
    .where('employees.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}
