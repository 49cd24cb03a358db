import type { TwoFactorUseDto } from '#shared/identity/owners.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { hasTwoFactor } from '../../../identity/auth/queries/two-factor.ts'

/** A member of the caller's agency whose two-factor sign-in they may reset; for the platform, an owner. */
export const findRecoverable = (ctx: UserCtx, email: string) =>
  selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.user_id', 'profiles.name', 'users.email', 'profiles.agency_id'])
    .where('users.email', '=', email)
    .where('profiles.agency_id', 'is not', null)
    .$if(isPlatformAdmin(ctx), (query) => query.where('profiles.role', '=', 'agency_admin'))
    .$if(!isPlatformAdmin(ctx), (query) => query.where('profiles.agency_id', '=', ctx.reach.agencyId))
    .executeTakeFirst()

/** Whether there is a second factor that the caller may reset; false for anyone else, and for themselves. */
export async function usesTwoFactor(ctx: UserCtx, { email }: { email: string }): Promise<TwoFactorUseDto> {
  const member = await findRecoverable(ctx, email)
  const isOther = member !== undefined && member.user_id !== ctx.actor.userId
  return { two_factor: isOther && (await hasTwoFactor(ctx, member.user_id)) }
}
