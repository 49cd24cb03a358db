import type { Trend } from '#shared/charts.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { countBySpan, stockTrend, trendInstants } from '../rules.ts'

/** Beyond so many in a year the line is left out: counting them all would take longer than it is worth. */
const MOST = 2000

/**
 * How many more or fewer open tasks there were than now, of all or of one contributor, without those of
 * archived projects, as the tiles count them. The tile itself says how many there are.
 */
export async function openTasksTrend(ctx: UserCtx, employeeId?: string): Promise<Trend | null> {
  const edges = trendInstants(ctx.now)
  const since = edges[0] ?? ''
  const tasks = selectFrom(ctx, 'tasks')
    .where(
      'project_id',
      'not in',
      selectFrom(ctx, 'projects').select('projects.id').where('projects.archived_at', 'is not', null),
    )
    .$if(employeeId !== undefined, (query) => query.where('assigned_to_id', '=', employeeId ?? ''))
    .limit(MOST + 1)
  const [created, completed] = await Promise.all([
    tasks.select('created_at as instant').where('created_at', '>=', since).execute(),
    tasks
      .select('completed_at as instant')
      // One person's done tasks are few, and an index finds them by status rather than by date.
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
