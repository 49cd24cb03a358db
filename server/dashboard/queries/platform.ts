import type { PlatformDashboard } from '#shared/dashboard.ts'
import { agencyCurrency } from '../../agencies/queries.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { revenueBetween } from '../../finance/queries.ts'
import { comparedPeriod, countFigure, growth, type Period, percentFigure, pointsFigure } from '../rules.ts'

export async function platformDashboard(db: Db, scope: Scope): Promise<PlatformDashboard> {
  const months = [0, 1, 2].map((spansBefore) => comparedPeriod(scope.now, spansBefore))
  const [month, monthBefore] = [comparedPeriod(scope.now), comparedPeriod(scope.now, 1)]
  const [agencies, agenciesBefore, users, usersBefore, currency, revenues] = await Promise.all([
    countAgencies(db),
    countAgencies(db, toInstant(month.from)),
    countActiveUsers(db, month),
    countActiveUsers(db, monthBefore),
    agencyCurrency(db, null),
    Promise.all(months.map(({ from, to }) => revenueBetween(db, null, from, to))),
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

async function countAgencies(db: Db, createdBefore?: string): Promise<number> {
  const row = await db
    .selectFrom('agencies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore ?? ''))
    .executeTakeFirstOrThrow()
  return row.count
}

/** People with at least one sign-in in the period. */
async function countActiveUsers(db: Db, period: Period): Promise<number> {
  const row = await db
    .selectFrom('sign_in_events')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('count'))
    .where('created_at', '>=', toInstant(period.from))
    .where('created_at', '<', toInstant(period.to))
    .executeTakeFirstOrThrow()
  return row.count
}
