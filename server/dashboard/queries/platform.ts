import type { PlatformDashboard } from '#shared/dashboard.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'
import { revenueBetween } from '../../finance/queries/revenue.ts'
import { comparedPeriod, countFigure, growth, type Period, percentFigure, pointsFigure } from '../rules.ts'

export async function platformDashboard(ctx: UserCtx): Promise<PlatformDashboard> {
  const months = [0, 1, 2].map((spansBefore) => comparedPeriod(ctx.now, spansBefore))
  const [month, monthBefore] = [comparedPeriod(ctx.now), comparedPeriod(ctx.now, 1)]
  const [agencies, agenciesBefore, users, usersBefore, currency, revenues] = await Promise.all([
    countAgencies(ctx),
    countAgencies(ctx, toInstant(month.from)),
    countActiveUsers(ctx, month),
    countActiveUsers(ctx, monthBefore),
    agencyCurrency(ctx, null),
    Promise.all(months.map(({ from, to }) => revenueBetween(ctx, null, from, to))),
  ])
  const [revenue = 0, revenueBefore = 0, revenueEarlier = 0] = revenues
  return {
    role: 'super_admin',
    total_agencies: countFigure(agencies, agenciesBefore),
    active_users: countFigure(users, usersBefore),
    monthly_revenue: percentFigure(revenue, revenueBefore),
    currency,
    growth_rate: pointsFigure(growth(revenue, revenueBefore), growth(revenueBefore, revenueEarlier)),
  }
}

async function countAgencies(ctx: Ctx, createdBefore?: string): Promise<number> {
  const row = await selectFrom(ctx, 'agencies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore ?? ''))
    .executeTakeFirstOrThrow()
  return row.count
}

/** People with at least one sign-in in the period. */
async function countActiveUsers(ctx: Ctx, period: Period): Promise<number> {
  const row = await ctx.db
    .selectFrom('sign_in_events')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('count'))
    .where('created_at', '>=', toInstant(period.from))
    .where('created_at', '<', toInstant(period.to))
    .executeTakeFirstOrThrow()
  return row.count
}
