import type { z } from 'zod'
import type { twoFactorResetInput } from '#shared/identity/schemas/owners.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx, UserRequest } from '../../../base/core/context.ts'
import { isPlatformAdmin } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { resetTwoFactor } from '../../../identity/auth/access/commands/reset-two-factor.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'

/** Turns off the two-factor sign-in of a member of the caller's agency, or of an owner for the platform. */
export async function resetMemberTwoFactor(
  ctx: UserRequest,
  { email, ...proof }: z.output<typeof twoFactorResetInput>,
): Promise<{ ok: true }> {
  await reAuthenticate(ctx, proof)
  const { agency_id } = await getMember(ctx, email)
  await transactIn(ctx, agency_id, async (tx) => resetTwoFactor(tx, await getMember(tx, email)))
  return { ok: true }
}

/** Throws NOT_FOUND for anyone who isn't a member, and CONFLICT for the caller, who can turn it off in their settings. */
async function getMember(ctx: UserCtx, email: string) {
  if (email === ctx.actor.email) {
    throw new AppError('CONFLICT', 'Turn off your own two-factor sign-in in Settings › Security.')
  }
  const member = await selectFrom(ctx, 'profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.user_id', 'profiles.name', 'users.email', 'profiles.agency_id'])
    .where('users.email', '=', email)
    .where('profiles.agency_id', 'is not', null)
    .$if(isPlatformAdmin(ctx), (query) => query.where('profiles.role', '=', 'agency_admin'))
    .$if(!isPlatformAdmin(ctx), (query) => query.where('profiles.agency_id', '=', ctx.reach.agencyId))
    .executeTakeFirst()
  if (member === undefined) throw notFound('This member')
  return member
}
