import type { Selectable } from 'kysely'
import { type TaxRounding, USUAL_TAX_ROUNDING } from '#shared/base/amounts/money.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'

/** The agency's document details and defaults; undefined if never entered. */
export const letterheadProfileOf = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'billing_profiles').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

/** Where the agency rounds the tax of its documents. */
export async function taxRoundingOf(ctx: Ctx, agencyId: AgencyId): Promise<TaxRounding> {
  const row = await selectFrom(ctx, 'billing_profiles')
    .select('tax_rounding')
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  return row?.tax_rounding ?? USUAL_TAX_ROUNDING
}

/** When and by whom its bank details were last changed. */
export const bankChangeOf = (
  profile: Pick<Selectable<Schema['billing_profiles']>, 'bank_changed_at' | 'bank_changed_by'> | undefined,
): { at: string; by: string } | null => {
  const at = profile?.bank_changed_at ?? null
  return at === null ? null : { at, by: profile?.bank_changed_by ?? '' }
}

type TaxRate = Pick<Selectable<Schema['tax_rates']>, 'id' | 'name' | 'bps' | 'category' | 'note'>

/** The agency's tax rates with these ids, by id; throws NOT_FOUND if one is missing or not accessible. */
export async function taxRatesById(
  ctx: Ctx,
  agencyId: AgencyId,
  ids: readonly string[],
): Promise<Map<string, TaxRate>> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'tax_rates')
    .select(['id', 'name', 'bps', 'category', 'note'])
    .where('agency_id', '=', agencyId)
    .where('id', 'in', uniqueIds)
    .execute()
  if (rows.length < uniqueIds.length) throw notFound('This tax rate')
  return new Map(rows.map((row) => [row.id, row]))
}
