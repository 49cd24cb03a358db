import { EMAIL_UNCONFIRMED } from '#shared/base/errors.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../../base/core/context.ts'

/**
 * Whether the person's address is confirmed. Always true without a mail server, because no one could receive
 * the link.
 */
export async function hasConfirmedEmail(ctx: Ctx, userId: string): Promise<boolean> {
  if (ctx.services.config.smtpUrl === null) return true
  const user = await ctx.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user !== undefined && user.email_verified_at !== null
}

/** For mail to others, and for what confirming the address later would revoke. */
export async function requireConfirmedEmail(ctx: UserCtx): Promise<void> {
  if (await hasConfirmedEmail(ctx, ctx.actor.userId)) return
  throw new AppError(
    'FORBIDDEN',
    `Confirm your email address first: open the link that was sent to ${ctx.actor.email}, or request a new one.`,
    { reason: EMAIL_UNCONFIRMED, title: 'Email address not confirmed' },
  )
}
