import type { AgencyDashboard } from '#shared/dashboard.ts'
import { dateInZone } from '#shared/dates.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'
import { revenueOf } from '../../finance/queries/revenue.ts'
import { countProjects } from '../../projects/queries/projects.ts'
import { countTasks } from '../../tasks/queries/count.ts'
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

/** Clients of today, or as many as there were before the instant. */
async function countClients(ctx: UserCtx, instant?: string): Promise<number> {
  const row = await selectFrom(ctx, 'clients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(instant === undefined, (query) => query.where('archived_at', 'is', null))
    .$if(instant !== undefined, (query) =>
      query
        .where('created_at', '<', instant ?? '')
        .where((eb) => eb.or([eb('archived_at', 'is', null), eb('archived_at', '>=', instant ?? '')])),
    )
    .executeTakeFirstOrThrow()
  return row.count
}
