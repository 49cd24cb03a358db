import type { ContributorDashboard } from '#shared/dashboard.ts'
import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { agencyCurrency } from '../../agencies/queries.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { pendingPayoutsOf } from '../../payouts/queries.ts'
import { listTasks } from '../../tasks/queries.ts'
import { runningTimer } from '../../work-log/queries/entries.ts'
import { hoursThisWeek, weeklyBreakdown } from '../../work-log/queries.ts'

export async function contributorDashboard(db: Db, scope: Scope): Promise<ContributorDashboard> {
  const [openTasks, overdue, today, weekSeconds, payouts, currency, breakdown, timer] = await Promise.all([
    countOpenTasks(db, scope),
    myTasks(db, scope, 'overdue'),
    myTasks(db, scope, 'today'),
    hoursThisWeek(db, scope),
    pendingPayoutsOf(db, scope),
    agencyCurrency(db, scope.agencyId),
    weeklyBreakdown(db, scope),
    runningTimer(db, scope),
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

async function myTasks(db: Db, scope: Scope, due: 'overdue' | 'today'): Promise<TaskDto[]> {
  if (scope.employeeId === null) return []
  const { items } = await listTasks(db, scope, {
    assigned_to_id: scope.employeeId,
    due,
    limit: MAX_PAGE_SIZE,
    search: '',
    order: 'newest',
    open: true,
  })
  return items
}

async function countOpenTasks(db: Db, scope: Scope): Promise<number> {
  if (scope.agencyId === null || scope.employeeId === null) return 0
  const row = await db
    .selectFrom('tasks')
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'tasks.agency_id').onRef('projects.id', '=', 'tasks.project_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tasks.agency_id', '=', scope.agencyId)
    .where('tasks.assigned_to_id', '=', scope.employeeId)
    .where('tasks.status', '!=', 'done')
    .where('projects.archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}
