import type { Ctx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The email addresses of the agency's owners, excluding disabled accounts. */
export async function ownerEmails(ctx: Ctx): Promise<string[]> {
  const owners = await selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('users.email')
    .where('profiles.agency_id', '=', ctx.reach.agencyId)
    .where('profiles.role', '=', 'agency_admin')
    .where('users.disabled_at', 'is', null)
    .orderBy('users.email')
    .execute()
  return owners.map((owner) => owner.email)
}
