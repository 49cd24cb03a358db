import type { Ctx } from '../../../core/context.ts'
import { acrossAgencies } from '../../../core/reach.ts'
import { selectFrom } from '../../../core/rows.ts'

/** Where the platform's administrators get their mail; one who was disabled gets none. */
export const listAdministrators = (ctx: Ctx): Promise<{ name: string; email: string }[]> =>
  selectFrom(acrossAgencies(ctx), 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.name', 'users.email'])
    .where('profiles.role', '=', 'super_admin')
    .where('users.disabled_at', 'is', null)
    .orderBy('users.email')
    .execute()
