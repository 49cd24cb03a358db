import type { AgencyId } from '#shared/base/roles.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

type Task = Pick<TaskDto, 'id' | 'status' | 'assigned_to_id' | 'subtasks'> & { agency_id: AgencyId }

/** Whether the team has assigned, started, commented on or otherwise used a requested task. */
export async function isTakenUp(ctx: Ctx, task: Task): Promise<boolean> {
  if (task.status !== 'todo' || task.assigned_to_id !== null || task.subtasks.length > 0) return true
  // Also what its client can't see.
  const all = acrossAgencies(ctx)
  const { used } = await selectFrom(all, 'tasks')
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('files')
              .whereRef('files.agency_id', '=', 'tasks.agency_id')
              .whereRef('files.task_id', '=', 'tasks.id')
              // Those are the client's.
              .where('files.kind', '!=', 'message')
              .select('files.id'),
          ),
          eb.exists(
            eb
              .selectFrom('task_comments as comment')
              .whereRef('comment.agency_id', '=', 'tasks.agency_id')
              .whereRef('comment.task_id', '=', 'tasks.id')
              .where('comment.by_client', '=', 0)
              .select('comment.id'),
          ),
          eb.exists(
            eb
              .selectFrom('time_entries as entry')
              .whereRef('entry.agency_id', '=', 'tasks.agency_id')
              .whereRef('entry.task_id', '=', 'tasks.id')
              .select('entry.id'),
          ),
        ])
        .as('used'),
    )
    .where('tasks.agency_id', '=', task.agency_id)
    .where('tasks.id', '=', task.id)
    .executeTakeFirstOrThrow()
  return Boolean(used)
}
