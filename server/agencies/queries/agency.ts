import type { AgencyId } from '#shared/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** What the platform keeps its own books in, and people without an agency count in. */
const PLATFORM_CURRENCY = 'USD'

/** The currency of an agency's books (null: of the platform's), ISO 4217. */
export async function agencyCurrency(ctx: Ctx, agencyId: AgencyId | null): Promise<string> {
  if (agencyId === null) return PLATFORM_CURRENCY
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
