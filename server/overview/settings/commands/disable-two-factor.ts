import type { UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { renewSession } from '../../../identity/auth/access/commands/renew-session.ts'
import { deleteTwoFactor } from '../../../identity/auth/access/commands/reset-two-factor.ts'
import { requireCode, requireOwnPassword } from '../../../identity/auth/re-auth.ts'
import { endUserSessions } from '../../../identity/auth/tokens/commands/end-sessions.ts'

/** Disables two-factor authentication, given password and code. */
export async function disableTwoFactor(
  ctx: UserRequest,
  input: { password: string; code: string },
): Promise<{ ok: true }> {
  await requireOwnPassword(ctx, input.password)
  await requireCode(ctx, input.code)
  const cookie = await transact(ctx, async (tx) => {
    await deleteTwoFactor(tx, ctx.actor.userId)
    await endUserSessions(tx, ctx.actor.userId, ctx.sessionId)
    await record(tx, 'two-factor.disabled', { id: ctx.actor.userId, userId: ctx.actor.userId })
    return renewSession(tx)
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return { ok: true }
}
