import type { z } from 'zod'
import type { taskCountersInput } from '#shared/work/schemas/tasks.ts'
import { TASK_STATUSES, type TaskCounters } from '#shared/work/tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { matching } from './filters.ts'
import { visibleTasks } from './tasks.ts'

type TaskFilters = z.output<typeof taskCountersInput>

/** The number of tasks in the list by status. */
export async function countTasks(ctx: UserCtx, input: Partial<TaskFilters> = {}): Promise<TaskCounters> {
  const { search = '', project_id, assigned_to_id, due } = input
  const byProject = search === '' && !assigned_to_id && !due
  const rows = byProject
    ? await countOfProjects(ctx, project_id)
    : await countMatching(ctx, { search, project_id, assigned_to_id, due })
  const counters: TaskCounters = { total: 0, todo: 0, in_progress: 0, review: 0, done: 0 }
  for (const row of rows) {
    counters[row.status] = row.count
    counters.total += row.count
  }
  return counters
}

async function countMatching(ctx: UserCtx, filters: TaskFilters) {
  const narrow = await matching(ctx, filters)
  return narrow(visibleTasks(ctx))
    .clearSelect()
    .clearOrderBy()
    .select((eb) => ['tasks.status', eb.fn.countAll<number>().as('count')])
    .groupBy('tasks.status')
    .execute()
}

/** Adds up the projects' tallies. */
async function countOfProjects(ctx: UserCtx, projectId: string | null | undefined) {
  const row = await selectFrom(ctx, 'task_tallies')
    .select((eb) => TASK_STATUSES.map((status) => eb.fn.sum<number | null>(status).as(status)))
    .$call((query) => whereSet(query, 'project_id', projectId))
    .$if(projectId == null, (query) =>
      query.where(
        'project_id',
        'not in',
        selectFrom(ctx, 'projects').select('projects.id').where('projects.archived_at', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow()
  return TASK_STATUSES.map((status) => ({ status, count: row[status] ?? 0 }))
}
