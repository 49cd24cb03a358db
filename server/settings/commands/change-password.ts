import type { z } from 'zod'
import type { changePasswordInput } from '#shared/settings.ts'
import { endKeys } from '../../auth/commands/end-earlier-access.ts'
import { deleteTokens } from '../../auth/commands/issue-token.ts'
import { forgetOtherDevices } from '../../auth/commands/remember-device.ts'
import { renewSession } from '../../auth/commands/renew-session.ts'
import { hashPassword, requireStrongPassword } from '../../auth/passwords.ts'
import { requireOwnPassword } from '../../auth/re-auth.ts'
import type { UserRequest } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'

const FAILED = 'Password Update Failed'

/** Sets a new password by the current one and ends every other way in: sessions, tokens and the calendar link. */
export async function changePassword(
  ctx: UserRequest,
  input: z.output<typeof changePasswordInput>,
): Promise<{ ok: true }> {
  await requireOwnPassword(ctx, input.current_password, FAILED)
  await requireStrongPassword(ctx.services.config, input.password, {
    short: 'Password Too Short',
    weak: 'Password too weak',
  })
  const passwordHash = await hashPassword(input.password, 'known')
  const cookie = await transact(ctx, async (tx) => {
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
