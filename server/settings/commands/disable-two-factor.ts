import { endUserSessions } from '../../auth/commands/end-sessions.ts'
import { renewSession } from '../../auth/commands/renew-session.ts'
import { requireCode, requireOwnPassword } from '../../auth/re-auth.ts'
import type { UserRequest } from '../../core/context.ts'
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
