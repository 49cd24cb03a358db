import type { CollectionRulesDto } from '#shared/credit.ts'
import type { AgencyId } from '#shared/roles.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'
import { fromFlag } from '../../db/values.ts'

/** What an agency starts with: nothing happens by itself. */
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

/** What the agency does by itself about credit and late invoices. */
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

/** Whether invoices take their client's credit as they are sent. */
export async function appliesCredit(ctx: Ctx, agencyId: AgencyId): Promise<boolean> {
  const rules = await selectFrom(ctx, 'collection_rules')
    .select('apply_credit')
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  return rules?.apply_credit === 1
}

/**
 * The least part that clients may pay of a new invoice; null where they pay all at once. The amount is in the
 * agency's currency: in others, any part is taken.
 */
export async function partMinimum(ctx: Ctx, agencyId: AgencyId, currency: string): Promise<number | null> {
  const rules = await selectFrom(ctx, 'collection_rules')
    .select(['part_payments', 'part_minimum'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (rules?.part_payments !== 1) return null
  return currency === (await agencyCurrency(ctx, agencyId)) ? rules.part_minimum : 0
}
