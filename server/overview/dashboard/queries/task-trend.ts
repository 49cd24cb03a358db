import type { Trend } from '#shared/overview/charts.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { startOf } from '../../../base/db/engines/spans.ts'
import { countBySpan, stockTrend, trendInstants } from '../rules.ts'

/** With more tasks than this in a year, the trend is omitted because counting them would take too long. */
const MOST = 2000

/**
 * How the number of open tasks differed from now, for all or one contributor, excluding archived projects
 * like the tiles. The tile itself has the current number.
 */
export async function openTasksTrend(ctx: UserCtx, employeeId?: string): Promise<Trend | null> {
  const edges = trendInstants(ctx.now)
  const since = startOf(edges)
  const tasks = selectFrom(ctx, 'tasks')
    .where(
      'project_id',
      'not in',
      selectFrom(ctx, 'projects').select('projects.id').where('projects.archived_at', 'is not', null),
    )
    .$call((query) => whereSet(query, 'assigned_to_id', employeeId))
    .limit(MOST + 1)
  const [created, completed] = await Promise.all([
    tasks.select('created_at as instant').where('created_at', '>=', since).execute(),
    tasks
      .select('completed_at as instant')
      // A person's completed tasks are few, so the index by status is better than the one by date.
      .$if(employeeId === undefined, (query) => query.where('completed_at', '>=', since))
      .$if(employeeId !== undefined, (query) => query.where('status', '=', 'done'))
      .execute(),
  ])
  if (created.length > MOST || completed.length > MOST) return null
  const countOf = (rows: { instant: string | null }[]) =>
    countBySpan(
      rows.map(({ instant }) => instant),
      edges,
    )
  return stockTrend(0, countOf(created), countOf(completed))
}
