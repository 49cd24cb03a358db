import type { TaskDto } from '#shared/work/tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { IS_OPEN } from './filters.ts'
import { subtasksByTask } from './subtasks.ts'
import { toTask, visibleTasks } from './tasks.ts'

/** Open, unassigned tasks in the contributor's projects, newest first. */
export async function freeTasks(ctx: UserCtx, employeeId: string, limit: number): Promise<TaskDto[]> {
  const rows = await visibleTasks(ctx)
    .innerJoin('project_assignees', (join) =>
      join
        .onRef('project_assignees.agency_id', '=', 'tasks.agency_id')
        .onRef('project_assignees.project_id', '=', 'tasks.project_id'),
    )
    .where('project_assignees.employee_id', '=', employeeId)
    .where('projects.archived_at', 'is', null)
    .where('projects.status', '!=', 'completed')
    .where('tasks.assigned_to_id', 'is', null)
    .where(IS_OPEN)
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(limit)
    .execute()
  const subtasks = await subtasksByTask(ctx, rows)
  return rows.map((row) => toTask(row, subtasks))
}
