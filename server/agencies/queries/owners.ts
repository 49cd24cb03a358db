import type { Ctx } from '../../core/context.ts'
import { selectFrom } from '../../core/rows.ts'

/** Where the owners of the agency of the context are written to, but for those who are disabled. */
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
