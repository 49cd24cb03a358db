import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectMembers } from '../../../identity/auth/accounts/queries/person.ts'

/** Addresses of the platform's administrators, excluding disabled ones. */
export const listAdministrators = (ctx: Ctx): Promise<{ name: string; email: string }[]> =>
  selectMembers(acrossAgencies(ctx))
    .select(['profiles.name', 'users.email'])
    .where('profiles.role', '=', 'super_admin')
    .orderBy('users.email')
    .execute()
