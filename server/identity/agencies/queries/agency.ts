import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The currency of the platform's ledger, and of people without an agency. */
const PLATFORM_CURRENCY = 'USD'

/** The ledger currency of an agency, or of the platform for null, as ISO 4217. */
export async function agencyCurrency(ctx: Ctx, agencyId: AgencyId | null): Promise<string> {
  if (agencyId === null) return PLATFORM_CURRENCY
  const { currency } = await selectFrom(ctx, 'agencies')
    .select('currency')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return currency
}

/** The name of the context's agency. */
export async function agencyName(ctx: Ctx): Promise<string> {
  const { name } = await selectFrom(ctx, 'agencies')
    .select('name')
    .where('id', '=', ctx.reach.agencyId)
    .executeTakeFirstOrThrow()
  return name
}

export type PayingAgency = NonNullable<Awaited<ReturnType<typeof findAgency>>>

/** Undefined if it doesn't exist; the id may come from a payment provider. */
export const findAgency = (ctx: Ctx, agencyId: string) =>
  selectFrom(ctx, 'agencies')
    .select(['id', 'name', 'owner_id', 'status'])
    .where('id', '=', (eb) => eb.val(agencyId).$castTo<AgencyId>())
    .executeTakeFirst()
