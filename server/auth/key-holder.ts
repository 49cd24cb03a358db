import type { UserCtx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isPlatformAdmin } from '../core/reach.ts'
import { findAccount } from './queries/person.ts'

/**
 * Keys that work without signing in, such as tokens and the calendar link, are for people who belong somewhere
 * and, where the portal asks for that, have confirmed their e-mail: the account may be a stranger's until then.
 */
export async function requireKeyHolder(ctx: UserCtx): Promise<void> {
  if (ctx.reach.agencyId === null && !isPlatformAdmin(ctx)) {
    throw new AppError('FORBIDDEN', 'You can do this once you belong to an agency.', {
      reason: 'agency_missing',
    })
  }
  if (!ctx.services.config.requireEmailVerification) return
  const account = await findAccount(ctx, ctx.actor.email)
  if (account?.email_verified_at) return
  throw new AppError('FORBIDDEN', 'Please confirm your email first.', { reason: 'email_unverified' })
}
