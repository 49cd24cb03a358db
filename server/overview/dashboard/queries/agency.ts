import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyDashboard } from '#shared/overview/dashboard.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { revenueOf } from '../../../money/ledger/queries/revenue.ts'
import { countProjects } from '../../../work/projects/queries/projects.ts'
import { countTasks } from '../../../work/tasks/queries/count.ts'
import { comparedDays, comparedPeriod, countFigure, percentFigure } from '../rules.ts'

export async function agencyDashboard(ctx: UserCtx): Promise<AgencyDashboard> {
  const { agencyId, booksZone } = ctx.reach
  const today = dateInZone(ctx.now, booksZone)
  const [projects, tasks, clients, clientsBefore, currency, revenue, revenueBefore] = await Promise.all([
    countProjects(ctx),
    countTasks(ctx),
    countClients(ctx),
    countClients(ctx, toInstant(comparedPeriod(ctx.now).from)),
    agencyCurrency(ctx, agencyId),
    revenueOf(ctx, agencyId, comparedDays(today)),
    revenueOf(ctx, agencyId, comparedDays(today, 1)),
  ])
  return {
    role: 'agency_admin',
    active_projects: projects.active,
    total_clients: countFigure(clients, clientsBefore),
    monthly_revenue: percentFigure(revenue, revenueBefore),
    currency,
    pending_tasks: tasks.total - tasks.done,
  }
}

/** The number of clients now, or before the instant. */
async function countClients(ctx: UserCtx, instant?: string): Promise<number> {
  const clients = selectFrom(ctx, 'clients').select((eb) => eb.fn.countAll<number>().as('count'))
  const counted =
    instant === undefined
      ? clients.where('archived_at', 'is', null)
      : clients
          .where('created_at', '<', instant)
          .where((eb) => eb.or([eb('archived_at', 'is', null), eb('archived_at', '>=', instant)]))
  const { count } = await counted.executeTakeFirstOrThrow()
  return count
}
