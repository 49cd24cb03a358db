import type { LinkBrandDto } from '#shared/identity/auth.ts'
import { hasBrand } from '#shared/identity/brand.ts'
import type { RequestCtx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import { countLinkUse } from '../limits.ts'
import { hashSecret } from '../sessions.ts'

/**
 * The brand of the agency whose member opens a password reset link; null if there is none, and for other
 * links.
 */
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
