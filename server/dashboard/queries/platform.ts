import type { PlatformDashboard } from '#shared/dashboard.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { comparedPeriod, countFigure, type Period } from '../rules.ts'

export async function platformDashboard(db: Db, scope: Scope): Promise<PlatformDashboard> {
  const [month, monthBefore] = [comparedPeriod(scope.now), comparedPeriod(scope.now, 1)]
  const [agencies, agenciesBefore, users, usersBefore] = await Promise.all([
    countAgencies(db),
    countAgencies(db, month.from),
    countActiveUsers(db, month),
    countActiveUsers(db, monthBefore),
  ])
  return {
    role: 'super_admin',
    total_agencies: countFigure(agencies, agenciesBefore),
    active_users: countFigure(users, usersBefore),
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

/** People with at least one sign-in in the period, the present instant included. */
async function countActiveUsers(db: Db, period: Period): Promise<number> {
  const row = await db
    .selectFrom('sign_in_events')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('count'))
    .where('created_at', '>', period.from)
    .where('created_at', '<=', period.to)
    .executeTakeFirstOrThrow()
  return row.count
}
