import { sql } from 'kysely'
import type { z } from 'zod'
import type { taskCountersInput } from '#shared/tasks.ts'
import { idsContaining } from '../../core/containing.ts'
import type { UserCtx } from '../../core/context.ts'
import { whereSet } from '../../core/paging.ts'
import { callerDate } from '../../core/reach.ts'
import { containsText, inNoOrder, startsWithText, withoutIndex } from '../../db/dialect.ts'
import { type DueRange, dueRange } from '../rules.ts'
import type { TaskQuery } from './tasks.ts'

type TaskFilters = z.output<typeof taskCountersInput>

type Narrow = (tasks: TaskQuery) => TaskQuery

/**
 * The tasks that the filters leave, whatever their status. Those of archived projects are left out unless
 * that project is asked for.
 */
export async function matching(ctx: UserCtx, filters: TaskFilters): Promise<Narrow> {
  const { search } = filters
  // Of an id its beginning is indexed.
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
          startsWithText(eb.ref('tasks.id'), filters.search),
        ]),
      ),
    )
    .$if(due !== null, (query) => whereDue(query, due, indexedBy(ctx, filters, due)))
}

/**
 * How the range finds its tasks. Those of a client are found by project, and overdue ones in the order of the
 * list: by their date they would be most of what there is, all of it sorted to show a page.
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

/** In the words of the index of open tasks, which no parameter would match. */
export const IS_OPEN = sql<boolean>`tasks.status <> 'done'`
