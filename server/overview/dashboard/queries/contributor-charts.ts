import { shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import { PAGE_SIZE } from '#shared/base/paging.ts'
import { type ContributorCharts, TREND_POINTS, type Trend } from '#shared/overview/charts.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { dateOf, startOfDay } from '../../../base/adapters/zone.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { callerDate } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import { bySpan, spanOf, startOf } from '../../../base/db/engines/spans.ts'
import { weekGrid } from '../../../time/work-log/queries/hours.ts'
import { freeTasks } from '../../../work/tasks/queries/free.ts'
import { listTasks } from '../../../work/tasks/queries/list.ts'
import { openTasksTrend } from './task-trend.ts'

const DAYS_OF_WEEK = 7
/** The maximum number of unassigned tasks shown; the task list has all. */
const FREE_TASKS = 5

export async function contributorCharts(ctx: UserCtx): Promise<ContributorCharts> {
  const { employeeId } = ctx.reach
  const [grid, coming, free, tasks] = await Promise.all([
    weekGrid(ctx, {}),
    comingTasks(ctx),
    employeeId === null ? [] : freeTasks(ctx, employeeId, FREE_TASKS),
    employeeId === null ? null : openTasksTrend(ctx, employeeId),
  ])
  const week = grid.totals.reduce((sum, seconds) => sum + seconds, 0)
  return {
    role: 'employee',
    trends: { my_tasks: tasks, week_seconds: await weeksTrend(ctx, week) },
    days: grid.days.map((day, index) => ({ day, seconds: grid.totals[index] ?? 0 })),
    coming_tasks: coming,
    free_tasks: free,
  }
}

/** Tasks of the next days; those due today or earlier are listed elsewhere. */
async function comingTasks(ctx: UserCtx): Promise<TaskDto[]> {
  if (ctx.reach.employeeId === null) return []
  const { items } = await listTasks(ctx, {
    assigned_to_id: ctx.reach.employeeId,
    due: 'week',
    limit: PAGE_SIZE,
    search: '',
    order: 'due',
    descending: false,
    undated: false,
    open: true,
    requested: false,
  })
  const today = callerDate(ctx)
  return items.filter((task) => task.due_date !== null && task.due_date > today)
}

/**
 * The caller's finished hours of recent weeks, including this one; an entry counts in the week in which it
 * started.
 */
async function weeksTrend(ctx: UserCtx, thisWeek: number): Promise<Trend> {
  const { zone, weekStart, userId } = ctx.actor
  const first = weekStartOf(dateOf(ctx.now, zone), weekStart)
  const weeks = Array.from({ length: TREND_POINTS - 1 }, (_, index) =>
    startOfDay(shiftDate(first, (index + 1 - TREND_POINTS) * DAYS_OF_WEEK), zone),
  )
  const rows = await selectFrom(ctx, 'time_entries')
    .select((eb) => [
      spanOf(eb.ref('time_entries.started_at'), weeks).as('span'),
      sumOf(eb.ref('time_entries.duration_seconds')).as('amount'),
    ])
    .where('user_id', '=', userId)
    .where('started_at', '>=', startOf(weeks))
    .where('started_at', '<', startOfDay(first, zone))
    .groupBy('span')
    .execute()
  return [...bySpan(rows, weeks), thisWeek]
}
