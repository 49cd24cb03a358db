import type { AutopayRulesDto } from '#shared/autopay.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { inAgency } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { UNSET } from '../rules.ts'

/** When the agency's clients are told of charges, and when declined ones are tried again. */
export const getAutopayRules = (ctx: AgencyCtx): Promise<AutopayRulesDto> =>
  autopayRulesOf(ctx, ctx.reach.agencyId)

/** The same, whoever asks. */
export async function autopayRulesOf(ctx: Ctx, agencyId: AgencyId): Promise<AutopayRulesDto> {
  const rules = await selectFrom(inAgency(ctx, { agencyId }), 'autopay_rules')
    .select(['version', 'notice_days', 'retry_days'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (rules === undefined) return UNSET
  return { ...rules, retry_days: rules.retry_days.split(',').filter(Boolean).map(Number) }
}
