import type { RememberedMapping } from '../../../base/adapters/bank-files/csv/mapping.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

const MAX_MAPPINGS = 200

/** The column mappings of the agency's CSV layouts, by signature. */
export async function rememberedMappings(ctx: AgencyCtx): Promise<Record<string, RememberedMapping>> {
  const rows = await selectFrom(ctx, 'bank_csv_mappings')
    .select(['signature', 'mapping'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .orderBy('updated_at', 'desc')
    .limit(MAX_MAPPINGS)
    .execute()
  return Object.fromEntries(rows.map(({ signature, mapping }) => [signature, JSON.parse(mapping)]))
}
