import type { z } from 'zod'
import type { twoFactorResetInput } from '#shared/identity/schemas/owners.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx, UserRequest } from '../../../base/core/context.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { resetTwoFactor } from '../../../identity/auth/access/commands/reset-two-factor.ts'
import { reAuthenticate } from '../../../identity/auth/re-auth.ts'
import { findRecoverable } from '../queries/recoverable.ts'

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
  const member = await findRecoverable(ctx, email)
  if (member === undefined) throw notFound('This member')
  return member
}
