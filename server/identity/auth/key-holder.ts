import { AppError } from '../../base/core/calls/errors.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { isPlatformAdmin } from '../../base/core/rows/reach.ts'
import { requireConfirmedEmail } from './accounts/queries/confirmed-email.ts'
import { findAccount } from './accounts/queries/person.ts'

/**
 * Credentials that work without signing in, such as tokens and calendar feeds, are only for people with a
 * role in an agency or the platform and, if required or possible, a confirmed email: confirming it later would
 * revoke them, as they may be a stranger's.
 */
export async function requireKeyHolder(ctx: UserCtx): Promise<void> {
  if (ctx.reach.agencyId === null && !isPlatformAdmin(ctx)) {
    throw new AppError('FORBIDDEN', 'You can do this once you belong to an agency.', {
      reason: 'agency_missing',
    })
  }
  if (!ctx.services.config.requireEmailVerification) return requireConfirmedEmail(ctx)
  const account = await findAccount(ctx, ctx.actor.email)
  if (account?.email_verified_at) return
  throw new AppError('FORBIDDEN', 'Please confirm your email first.', { reason: 'email_unverified' })
}
