import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { transact } from '../../../base/core/transaction.ts'
import { forgetOtherDevices } from '../../../identity/auth/access/commands/remember-device.ts'
import { deviceName } from '../../../identity/auth/rules.ts'
import { endUserSessions } from '../../../identity/auth/tokens/commands/end-sessions.ts'

/** Ends one of the caller's sessions and its streams immediately. */
export async function revokeSession(ctx: UserRequest, input: { id: string }): Promise<{ ok: true }> {
  const { userId } = ctx.actor
  await transact(ctx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', input.id)
      .returning('user_agent')
      .executeTakeFirst()
    if (ended === undefined) throw notFound('This session')
    await record(tx, 'session.revoked', { id: userId, userId, which: deviceName(ended.user_agent) })
  })
  return { ok: true }
}

/** Ends all of the caller's sessions except the current one. */
export async function revokeOtherSessions(ctx: UserRequest): Promise<{ ok: true }> {
  const { userId } = ctx.actor
  await transact(ctx, async (tx) => {
    await endUserSessions(tx, userId, ctx.sessionId)
    await forgetOtherDevices(tx, userId)
    await record(tx, 'session.revoked', { id: userId, userId, which: 'All other sessions' })
  })
  return { ok: true }
}
