import type { LinkBrandDto } from '#shared/identity/auth.ts'
import { hasBrand } from '#shared/identity/brand.ts'
import type { RequestCtx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { hashSecret } from '../../../base/core/secret-box.ts'
import { toInstant } from '../../../base/db/values.ts'
import { countLinkUse } from '../limits.ts'

/** Whose password the link resets, with the brand of their agency; null for other links. */
export async function getLinkBrand(
  ctx: RequestCtx,
  { token }: { token: string },
): Promise<LinkBrandDto | null> {
  await countLinkUse(ctx, ctx.request.ip)
  const person = await selectFrom(acrossAgencies(ctx), 'profiles')
    .innerJoin('tokens', 'tokens.user_id', 'profiles.user_id')
    .leftJoin('agencies', 'agencies.id', 'profiles.agency_id')
    .select(['profiles.email', 'agencies.name', 'agencies.logo', 'agencies.accent'])
    .where('tokens.token_hash', '=', hashSecret(token))
    .where('tokens.purpose', '=', 'reset_password')
    .where('tokens.expires_at', '>', toInstant(ctx.now))
    .executeTakeFirst()
  if (person === undefined) return null
  const { email, name, logo, accent } = person
  return hasBrand({ logo, accent })
    ? { email, agency_name: name, accent }
    : { email, agency_name: null, accent: null }
}
