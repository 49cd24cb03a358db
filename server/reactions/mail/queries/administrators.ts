import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** Addresses of the platform's administrators, excluding disabled ones. */
export const listAdministrators = (ctx: Ctx): Promise<{ name: string; email: string }[]> =>
  selectFrom(acrossAgencies(ctx), 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.name', 'users.email'])
    .where('profiles.role', '=', 'super_admin')
    .where('users.disabled_at', 'is', null)
    .orderBy('users.email')
    .execute()
