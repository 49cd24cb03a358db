import { endUserSessions } from '../../auth/commands/end-sessions.ts'
import { renewSession } from '../../auth/commands/renew-session.ts'
import { spendCode } from '../../auth/commands/spend-code.ts'
import { countCode } from '../../auth/limits.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { UserRequest } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'

/** Switches the second factor off by password and code. */
export async function disableTwoFactor(
  ctx: UserRequest,
  input: { password: string; code: string },
): Promise<{ ok: true }> {
  await requireOwnPassword(ctx, input.password)
  await requireCode(ctx, input.code)
  const cookie = await transact(ctx, async (tx) => {
    await tx.db.deleteFrom('two_factors').where('user_id', '=', ctx.actor.userId).execute()
    await tx.db.deleteFrom('recovery_codes').where('user_id', '=', ctx.actor.userId).execute()
    await endUserSessions(tx, ctx.actor.userId, ctx.sessionId)
    await record(tx, 'two-factor.disabled', { id: ctx.actor.userId, userId: ctx.actor.userId })
    return renewSession(tx)
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return { ok: true }
}

/** Uses up a code of the app, or a recovery code; guesses are counted. */
export async function requireCode(ctx: UserRequest, code: string): Promise<void> {
  const attempt = await countCode(ctx, ctx.actor.userId)
  if (!(await spendCode(ctx, ctx.actor.userId, code))) {
    throw new AppError('BAD_REQUEST', 'This code is wrong or was used already.', { reason: 'wrong_code' })
  }
  await attempt.refund()
}
