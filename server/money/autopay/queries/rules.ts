import type { AgencyId } from '#shared/base/roles.ts'
import type { AutopayRulesDto } from '#shared/money/autopay/schemas/autopay.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { UNSET } from '../rules.ts'

/** When the agency's clients are notified of charges, and when declined ones are retried. */
export const getAutopayRules = (ctx: AgencyCtx): Promise<AutopayRulesDto> =>
  autopayRulesOf(ctx, ctx.reach.agencyId)

/** Like `getAutopayRules`, for any caller. */
export async function autopayRulesOf(ctx: Ctx, agencyId: AgencyId): Promise<AutopayRulesDto> {
  const rules = await selectFrom(inAgency(ctx, { agencyId }), 'autopay_rules')
    .select(['version', 'notice_days', 'retry_days'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (rules === undefined) return UNSET
  return { ...rules, retry_days: rules.retry_days.split(',').filter(Boolean).map(Number) }
}
