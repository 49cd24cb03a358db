import type { AgencyId } from '#shared/base/roles.ts'
import type { PeriodLocksDto, PeriodsDto } from '#shared/money/ledger/closed-periods.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

const MAX_CHANGES = 100

/** The agency's lock dates. */
export async function locksOf(ctx: Ctx, agencyId: AgencyId): Promise<PeriodLocksDto> {
  const newest = await selectFrom(ctx, 'period_locks')
    .select(['soft_until', 'hard_until', 'version'])
    .where('agency_id', '=', agencyId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? { soft_until: null, hard_until: null, version: 0 }
}

/** The lock dates, and who changed them. */
export async function getPeriods(ctx: AgencyCtx): Promise<PeriodsDto> {
  const history = await selectFrom(ctx, 'period_locks')
    .select(['soft_until', 'hard_until', 'version', 'act', 'reason', 'set_by_name', 'set_at'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .orderBy('version', 'desc')
    .limit(MAX_CHANGES)
    .execute()
  return { ...(await locksOf(ctx, ctx.reach.agencyId)), history }
}
