import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'

/**
 * The minimum part of a new invoice that clients may pay; null if they must pay in full. The amount is in the
 * agency's currency; in others there is no minimum.
 */
export async function partMinimum(ctx: Ctx, agencyId: AgencyId, currency: string): Promise<number | null> {
  const rules = await selectFrom(ctx, 'collection_rules')
    .select(['part_payments', 'part_minimum'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (rules?.part_payments !== 1) return null
  return currency === (await agencyCurrency(ctx, agencyId)) ? rules.part_minimum : 0
}
