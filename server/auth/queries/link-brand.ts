import type { LinkBrandDto } from '#shared/auth.ts'
import { hasBrand } from '#shared/brand.ts'
import type { RequestCtx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { toInstant } from '../../db/values.ts'
import { countLinkUse } from '../limits.ts'
import { hashSecret } from '../sessions.ts'

/** The brand of the agency whose person opens a mailed link to a new password; null for none and for any other link. */
export async function getLinkBrand(
  ctx: RequestCtx,
  { token }: { token: string },
): Promise<LinkBrandDto | null> {
  await countLinkUse(ctx, ctx.request.ip)
  const agency = await selectFrom(acrossAgencies(ctx), 'agencies')
    .innerJoin('profiles', 'profiles.agency_id', 'agencies.id')
    .innerJoin('tokens', 'tokens.user_id', 'profiles.user_id')
    .select(['agencies.name', 'agencies.logo', 'agencies.accent'])
    .where('tokens.token_hash', '=', hashSecret(token))
    .where('tokens.purpose', '=', 'reset_password')
    .where('tokens.expires_at', '>', toInstant(ctx.now))
    .executeTakeFirst()
  if (agency === undefined || !hasBrand(agency)) return null
  return { agency_name: agency.name, accent: agency.accent }
}
