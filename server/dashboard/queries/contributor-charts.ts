import { shiftDate, weekStartOf } from '#shared/calendar.ts'
import { type ContributorCharts, TREND_POINTS, type Trend } from '#shared/charts.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { dateOf, startOfDay } from '../../adapters/zone.ts'
import type { UserCtx } from '../../core/context.ts'
import { callerDate } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { sumOf } from '../../db/dialect.ts'
import { bySpan, spanOf } from '../../db/spans.ts'
import { freeTasks } from '../../tasks/queries/free.ts'
import { listTasks } from '../../tasks/queries/list.ts'
import { weekGrid } from '../../work-log/queries/hours.ts'
import { openTasksTrend } from './task-trend.ts'

const DAYS_OF_WEEK = 7
/** So many that nobody has taken are offered; the list of tasks has the others. */
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

/** Those of the next days; what is due today or earlier stands above them already. */
async function comingTasks(ctx: UserCtx): Promise<TaskDto[]> {
  if (ctx.reach.employeeId === null) return []
  const { items } = await listTasks(ctx, {
    assigned_to_id: ctx.reach.employeeId,
    due: 'week',
    limit: PAGE_SIZE,
    search: '',
    order: 'due',
    descending: false,
    open: true,
  })
  const today = callerDate(ctx)
  return items.filter((task) => task.due_date !== null && task.due_date > today)
}

/** The own finished hours of the weeks before, each entry in the week in which it began, up to this one's. */
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
    .where('started_at', '>=', weeks[0] ?? '')
    .where('started_at', '<', startOfDay(first, zone))
    .groupBy('span')
    .execute()
  return [...bySpan(rows, weeks), thisWeek]
}
