import type { AgencyId } from '#shared/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** ISO 4217; people without an agency and the platform count in dollars. */
export async function agencyCurrency(ctx: Ctx, agencyId: AgencyId | null): Promise<string> {
  if (agencyId === null) return 'USD'
  const { currency } = await selectFrom(ctx, 'agencies')
    .select('currency')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return currency
}

/** What the agency of the context is called. */
export async function agencyName(ctx: Ctx): Promise<string> {
  const { name } = await selectFrom(ctx, 'agencies')
    .select('name')
    .where('id', '=', ctx.reach.agencyId)
    .executeTakeFirstOrThrow()
  return name
}
