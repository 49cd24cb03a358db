import { sql } from 'kysely'
import type { z } from 'zod'
import type { taskCountersInput, taskListInput } from '#shared/work/schemas/tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { idsContaining } from '../../../base/core/rows/text-filter.ts'
import { containsText, idStartsWith, inNoOrder, withoutIndex } from '../../../base/db/engines/dialect.ts'
import { type DueRange, dueRange } from '../rules.ts'
import type { TaskQuery } from './tasks.ts'

type TaskFilters = z.output<typeof taskCountersInput>
type Days = Pick<z.output<typeof taskListInput>, 'from' | 'to' | 'undated'>

type Narrow = (tasks: TaskQuery) => TaskQuery

/**
 * The tasks that match the filters, whatever their status. Excludes archived projects unless one is selected.
 */
export async function matching(ctx: UserCtx, filters: TaskFilters): Promise<Narrow> {
  const { search } = filters
  // Ids are indexed by their first 8 characters.
  const sought = /^[0-9a-f]{8}-/i.test(search) ? search.slice(0, 8) : search
  const ids = await idsContaining(ctx, 'task', sought)
  return (tasks) =>
    whereMatches(ctx, tasks, filters).$if(ids !== null, (query) =>
      query.where('tasks.id', 'in', ids ?? []).orderBy(inNoOrder('tasks.created_at')),
    )
}

function whereMatches(ctx: UserCtx, tasks: TaskQuery, filters: TaskFilters): TaskQuery {
  const due = filters.due ? dueRange(filters.due, callerDate(ctx)) : null
  return tasks
    .$call((query) => whereSet(query, 'tasks.project_id', filters.project_id))
    .$if(filters.project_id == null, (query) => query.where('projects.archived_at', 'is', null))
    .$call((query) => whereSet(query, 'tasks.assigned_to_id', filters.assigned_to_id))
    .$if(filters.search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          containsText(eb, [eb.ref('tasks.title'), eb.ref('tasks.description')], filters.search),
          idStartsWith(eb.ref('tasks.id'), filters.search),
        ]),
      ),
    )
    .$if(due !== null, (query) => whereDue(query, due, indexedBy(ctx, filters, due)))
}

/**
 * Chooses the index for the due range. A client's tasks are found by project, and overdue ones in list order:
 * by date they would be most of all tasks, to be sorted for each page.
 */
const indexedBy = (ctx: UserCtx, filters: TaskFilters, due: DueRange | null): 'date' | 'other' =>
  ctx.reach.kind === 'client' || (isOverdue(due) && !filters.assigned_to_id && !filters.project_id)
    ? 'other'
    : 'date'

const isOverdue = (due: DueRange | null): boolean => due !== null && due !== 'undated' && due.openOnly

function whereDue(query: TaskQuery, due: DueRange | null, by: 'date' | 'other'): TaskQuery {
  if (due === null || due === 'undated') return query.where('tasks.due_date', 'is', null)
  const date = by === 'date' ? sql.ref<string>('tasks.due_date') : withoutIndex('tasks.due_date')
  return query
    .where(date, '>=', due.from)
    .where(date, '<=', due.to)
    .$if(due.openOnly, (open) => open.where(IS_OPEN))
}

/** The tasks on the given days, or those without dates; the indexes of the timeline use the same expressions. */
export const whereOnDays = (query: TaskQuery, { from, to, undated }: Days): TaskQuery =>
  query
    .$if(from !== undefined, (on) =>
      on.where(sql<string>`coalesce(tasks.due_date, tasks.start_date)`, '>=', from ?? ''),
    )
    .$if(to !== undefined, (on) =>
      on.where(sql<string>`coalesce(tasks.start_date, tasks.due_date)`, '<=', to ?? ''),
    )
    .$if(undated, (on) => on.where('tasks.start_date', 'is', null).where('tasks.due_date', 'is', null))

/** A literal instead of a parameter, so that the partial index of open tasks matches. */
export const IS_OPEN = sql<boolean>`tasks.status <> 'done'`

/** Clients' requests that no one has taken up, from the index of all requests. */
export const IS_NEW_REQUEST = sql<boolean>`tasks.requested_by_name is not null
  and ${withoutIndex('tasks.status')} = 'todo' and ${withoutIndex('tasks.assigned_to_id')} is null`
