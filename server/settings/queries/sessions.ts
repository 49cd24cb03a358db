import type { SessionDto } from '#shared/settings.ts'
import { deviceName } from '../../auth/rules.ts'
import type { UserCtx } from '../../core/context.ts'
import { addMinutes, toInstant } from '../../db/values.ts'

/** The caller's open sessions, the one used last first. */
export async function listSessions(ctx: UserCtx, sessionId: string | null): Promise<SessionDto[]> {
  const now = toInstant(ctx.now)
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', ctx.actor.userId)
    .where('expires_at', '>', now)
    // One that was just given a new id lingers for some seconds, and is nothing to sign out of.
    .where('absolute_expires_at', '>', toInstant(addMinutes(ctx.now, 1)))
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceName(user_agent),
    current: row.id === sessionId,
  }))
}
