import type { Selectable } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import type { Schema } from '../../db/schema.ts'

/** What the agency's documents say of it and how new ones begin; undefined before it was entered. */
export const billingProfileOf = (ctx: Ctx, agencyId: AgencyId) =>
  selectFrom(ctx, 'billing_profiles').selectAll().where('agency_id', '=', agencyId).executeTakeFirst()

type TaxRate = Pick<Selectable<Schema['tax_rates']>, 'id' | 'name' | 'bps' | 'category' | 'note'>

/** The agency's tax rates of these ids, by id; NOT_FOUND when one is foreign or missing. */
export async function taxRatesById(
  ctx: Ctx,
  agencyId: AgencyId,
  ids: readonly string[],
): Promise<Map<string, TaxRate>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'tax_rates')
    .select(['id', 'name', 'bps', 'category', 'note'])
    .where('agency_id', '=', agencyId)
    .where('id', 'in', wanted)
    .execute()
  if (rows.length < wanted.length) throw notFound('This tax rate')
  return new Map(rows.map((row) => [row.id, row]))
}
