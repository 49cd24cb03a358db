import { endUserSessions } from '../../auth/commands/end-sessions.ts'
import { forgetOtherDevices } from '../../auth/commands/remember-device.ts'
import { deviceName } from '../../auth/rules.ts'
import type { UserRequest } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { transact } from '../../core/transaction.ts'

/** Ends one of the caller's sessions at once, open screens included. */
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

/** Ends every session of the caller but the one that asks. */
export async function revokeOtherSessions(ctx: UserRequest): Promise<{ ok: true }> {
  const { userId } = ctx.actor
  await transact(ctx, async (tx) => {
    await endUserSessions(tx, userId, ctx.sessionId)
    await forgetOtherDevices(tx, userId)
    await record(tx, 'session.revoked', { id: userId, userId, which: 'All other sessions' })
  })
  return { ok: true }
}
