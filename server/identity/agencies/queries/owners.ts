import type { Ctx } from '../../../base/core/context.ts'
import { selectMembers } from '../../auth/accounts/queries/person.ts'

/** The email addresses of the agency's owners, excluding disabled accounts. */
export async function ownerEmails(ctx: Ctx): Promise<string[]> {
  const owners = await selectMembers(ctx)
    .select('users.email')
    .where('profiles.agency_id', '=', ctx.reach.agencyId)
    .where('profiles.role', '=', 'agency_admin')
    .orderBy('users.email')
    .execute()
  return owners.map((owner) => owner.email)
}
