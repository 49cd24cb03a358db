import { dateInZone } from '#shared/base/dates.ts'
import { type PlatformCharts, TREND_POINTS, type Trend } from '#shared/overview/charts.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { bySpan, spanOf, startOf } from '../../../base/db/engines/spans.ts'
import { toInstant } from '../../../base/db/values.ts'
import { revenueOfAllBySpan } from '../../../money/ledger/queries/revenue.ts'
import { comparedPeriod, growth, spanStarts, stockTrend, trendInstants } from '../rules.ts'

export async function platformCharts(ctx: UserCtx): Promise<PlatformCharts> {
  const today = dateInZone(ctx.now, ctx.reach.booksZone)
  // A growth rate needs the previous period.
  const starts = spanStarts(today, TREND_POINTS + 1)
  const [agencies, users, revenue] = await Promise.all([
    agenciesTrend(ctx),
    activeUsersTrend(ctx),
    revenueOfAllBySpan(ctx, { starts, to: today }),
  ])
  return {
    role: 'super_admin',
    trends: {
      total_agencies: agencies,
      active_users: users,
      monthly_revenue: revenue.slice(1),
      growth_rate: growthTrend(revenue),
    },
  }
}

/** Null if any period follows one without revenue. */
function growthTrend(revenue: number[]): Trend | null {
  const rates = revenue.slice(1).map((amount, index) => growth(amount, revenue[index] ?? 0))
  return rates.every((rate) => rate !== null) ? rates : null
}

async function agenciesTrend(ctx: UserCtx): Promise<Trend> {
  const edges = trendInstants(ctx.now)
  const agencies = selectFrom(ctx, 'agencies')
  const [{ count }, added] = await Promise.all([
    agencies.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    agencies
      .select((eb) => [
        spanOf(eb.ref('agencies.created_at'), edges).as('span'),
        eb.fn.countAll<number>().as('amount'),
      ])
      .where('created_at', '>=', startOf(edges))
      .groupBy('span')
      .execute(),
  ])
  return stockTrend(count, bySpan(added, edges), [])
}

/** People with at least one sign-in in each 30-day period. */
async function activeUsersTrend(ctx: UserCtx): Promise<Trend> {
  const now = comparedPeriod(ctx.now)
  const starts = [toInstant(comparedPeriod(ctx.now, TREND_POINTS - 1).from), ...trendInstants(ctx.now)]
  const rows = await ctx.db
    .selectFrom('sign_in_events')
    .select((eb) => [
      spanOf(eb.ref('sign_in_events.created_at'), starts).as('span'),
      eb.fn.count<number>('user_id').distinct().as('amount'),
    ])
    .where('created_at', '>=', startOf(starts))
    .where('created_at', '<', toInstant(now.to))
    .groupBy('span')
    .execute()
  return bySpan(rows, starts)
}
