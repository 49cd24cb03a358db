import type { ContributorDashboard } from '#shared/dashboard.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { pendingPayoutsOf } from '../../payouts/queries.ts'
import { listTasks } from '../../tasks/queries/list.ts'
import { runningTimer } from '../../work-log/queries/entries.ts'
import { hoursThisWeek, weeklyBreakdown } from '../../work-log/queries/hours.ts'

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
    open: true,
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
    .where('tasks.status', '!=', 'done')
    .where('projects.archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
