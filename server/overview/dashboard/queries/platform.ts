import { dateInZone } from '#shared/base/dates.ts'
import type { PlatformDashboard } from '#shared/overview/dashboard.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { revenueOfAll } from '../../../money/ledger/queries/revenue.ts'
import {
  comparedDays,
  comparedPeriod,
  countFigure,
  growth,
  type Period,
  percentFigure,
  pointsFigure,
} from '../rules.ts'

export async function platformDashboard(ctx: UserCtx): Promise<PlatformDashboard> {
  const [month, monthBefore] = [comparedPeriod(ctx.now), comparedPeriod(ctx.now, 1)]
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  const [agencies, agenciesBefore, users, usersBefore, revenue, before, earlier] = await Promise.all([
    countAgencies(ctx),
    countAgencies(ctx, toInstant(month.from)),
    countActiveUsers(ctx, month),
    countActiveUsers(ctx, monthBefore),
    revenueOfAll(ctx, comparedDays(today)),
    revenueOfAll(ctx, comparedDays(today, 1)),
    revenueOfAll(ctx, comparedDays(today, 2)),
  ])
  return {
    role: 'super_admin',
    total_agencies: countFigure(agencies, agenciesBefore),
    active_users: countFigure(users, usersBefore),
    monthly_revenue: percentFigure(revenue.amount, before.amount),
    currency: revenue.currency,
    other_revenue: revenue.others,
    growth_rate: pointsFigure(growth(revenue.amount, before.amount), growth(before.amount, earlier.amount)),
  }
}

async function countAgencies(ctx: Ctx, createdBefore?: string): Promise<number> {
  const row = await selectFrom(ctx, 'agencies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$call((query) => whereSet(query, 'created_at', createdBefore, '<'))
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
