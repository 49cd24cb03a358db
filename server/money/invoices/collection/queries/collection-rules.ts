import type { CollectionRulesDto } from '#shared/money/invoices/schemas/credit.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { fromFlag } from '../../../../base/db/values.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'

/** An agency's defaults: nothing is automatic. */
const UNSET = {
  version: 0,
  apply_credit: false,
  late_fees: 'off',
  fee_type: 'percent',
  fee_bps: 150,
  fee_amount: 2500,
  grace_days: 7,
  max_fees: 3,
  part_payments: false,
  part_minimum: 0,
} as const

/** The agency's rules for automatic credit and late fees. */
export async function getCollectionRules(ctx: AgencyCtx): Promise<CollectionRulesDto> {
  const [rules, currency] = await Promise.all([
    selectFrom(ctx, 'collection_rules')
      .select([
        'version',
        'apply_credit',
        'late_fees',
        'fee_type',
        'fee_bps',
        'fee_amount',
        'grace_days',
        'max_fees',
        'part_payments',
        'part_minimum',
      ])
      .where('agency_id', '=', ctx.reach.agencyId)
      .executeTakeFirst(),
    agencyCurrency(ctx, ctx.reach.agencyId),
  ])
  if (rules === undefined) return { ...UNSET, currency }
  return {
    ...rules,
    apply_credit: fromFlag(rules.apply_credit),
    part_payments: fromFlag(rules.part_payments),
    currency,
  }
}
