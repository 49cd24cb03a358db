import type { z } from 'zod'
import type { changePasswordInput } from '#shared/overview/schemas/settings.ts'
import type { UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { forgetOtherDevices } from '../../../identity/auth/access/commands/remember-device.ts'
import { renewSession } from '../../../identity/auth/access/commands/renew-session.ts'
import { lockAccount } from '../../../identity/auth/accounts/commands/lock-account.ts'
import { hashPassword, requireStrongPassword } from '../../../identity/auth/passwords.ts'
import { reAuthenticate, wrongPassword } from '../../../identity/auth/re-auth.ts'
import { endKeys } from '../../../identity/auth/tokens/commands/end-earlier-access.ts'
import { deleteTokens } from '../../../identity/auth/tokens/commands/issue-token.ts'

const FAILED = 'Password Update Failed'

/**
 * Changes the password, given the current one and a code if needed, and ends all other access: sessions, tokens, and
 * calendar feeds.
 */
export async function changePassword(
  ctx: UserRequest,
  input: z.output<typeof changePasswordInput>,
): Promise<{ ok: true }> {
  // First, because codes are used up.
  await requireStrongPassword(ctx.services.config, input.password, {
    short: 'Password Too Short',
    weak: 'Password too weak',
  })
  const current = await reAuthenticate(ctx, { password: input.current_password, code: input.code }, FAILED)
  const passwordHash = await hashPassword(input.password, 'known')
  const cookie = await transact(ctx, async (tx) => {
    if (!(await lockAccount(tx, ctx.actor.userId, current))) throw wrongPassword(FAILED)
    await tx.db
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', ctx.actor.userId)
      .execute()
    await deleteTokens(tx, ctx.actor.userId, 'reset_password')
    await endKeys(tx, ctx.actor.userId, ctx.sessionId)
    await forgetOtherDevices(tx, ctx.actor.userId)
    const { userId: id, name, email } = ctx.actor
    await record(tx, 'password.changed', { id, userId: id, to: { name, email } })
    return renewSession(tx)
  })
  if (cookie !== null) ctx.setCookie(cookie)
  return { ok: true }
}
