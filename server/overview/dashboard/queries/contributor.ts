import { MAX_PAGE_SIZE } from '#shared/base/paging.ts'
import type { ContributorDashboard } from '#shared/overview/dashboard.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { isOpenTask } from '../../../base/db/open-tasks.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { pendingPayoutsOf } from '../../../money/payouts/queries.ts'
import { runningTimer } from '../../../time/work-log/queries/entries.ts'
import { hoursThisWeek, weeklyBreakdown } from '../../../time/work-log/queries/hours.ts'
import { listTasks } from '../../../work/tasks/queries/list.ts'

export async function contributorDashboard(ctx: UserCtx): Promise<ContributorDashboard> {
  const [openTasks, overdue, today, weekSeconds, payouts, currency, breakdown, timer] = await Promise.all([
    countOpenTasks(ctx),
    myTasks(ctx, 'overdue'),
    myTasks(ctx, 'today'),
    hoursThisWeek(ctx),
    pendingPayoutsOf(ctx),
    agencyCurrency(ctx, ctx.reach.agencyId),
    weeklyBreakdown(ctx),
    runningTimer(ctx),
  ])
  return {
    role: 'employee',
    my_tasks: openTasks,
    week_seconds: weekSeconds,
    pending_payouts: payouts,
    currency,
    today_tasks: [...overdue, ...today].sort(byDueDate),
    weekly_breakdown: breakdown,
    timer,
  }
}

const byDueDate = (a: TaskDto, b: TaskDto): number => (a.due_date ?? '').localeCompare(b.due_date ?? '')

async function myTasks(ctx: UserCtx, due: 'overdue' | 'today'): Promise<TaskDto[]> {
  if (ctx.reach.employeeId === null) return []
  const { items } = await listTasks(ctx, {
    assigned_to_id: ctx.reach.employeeId,
    due,
    limit: MAX_PAGE_SIZE,
    search: '',
    order: 'newest',
    descending: false,
    undated: false,
    open: true,
    requested: false,
  })
  return items
}

async function countOpenTasks(ctx: UserCtx): Promise<number> {
  if (ctx.reach.employeeId === null) return 0
  const row = await selectFrom(ctx, 'tasks')
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tasks.assigned_to_id', '=', ctx.reach.employeeId)
    .where(isOpenTask)
    .executeTakeFirstOrThrow()
  return row.count
}
