import type { z } from 'zod'
import type { taskCountersInput } from '#shared/tasks.ts'
import type { UserCtx } from '../../core/context.ts'
import { whereSet } from '../../core/paging.ts'
import { callerDate } from '../../core/reach.ts'
import { containsText } from '../../db/dialect.ts'
import { type DueRange, dueRange } from '../rules.ts'
import type { TaskQuery } from './tasks.ts'

type TaskFilters = z.output<typeof taskCountersInput>

/**
 * The tasks that the filters leave, whatever their status. Those of archived projects are left out unless
 * that project is asked for.
 */
export function whereMatches(ctx: UserCtx, tasks: TaskQuery, filters: TaskFilters): TaskQuery {
  const due = filters.due ? dueRange(filters.due, callerDate(ctx)) : null
  return tasks
    .$call((query) => whereSet(query, 'tasks.project_id', filters.project_id))
    .$if(filters.project_id == null, (query) => query.where('projects.archived_at', 'is', null))
    .$call((query) => whereSet(query, 'tasks.assigned_to_id', filters.assigned_to_id))
    .$if(filters.search !== '', (query) =>
      query.where((eb) =>
        containsText(
          eb,
          [eb.ref('tasks.title'), eb.ref('tasks.description'), eb.ref('tasks.id')],
          filters.search,
        ),
      ),
    )
    .$if(due !== null, (query) => whereDue(query, due))
}

function whereDue(query: TaskQuery, due: DueRange | null): TaskQuery {
  if (due === null || due === 'undated') return query.where('tasks.due_date', 'is', null)
  return query
    .where('tasks.due_date', '>=', due.from)
    .where('tasks.due_date', '<=', due.to)
    .$if(due.openOnly, (open) => open.where('tasks.status', '!=', 'done'))
}
