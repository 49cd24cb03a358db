import type { DeviceSessionDto } from '#shared/overview/settings.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { addMinutes, toInstant } from '../../../base/db/values.ts'
import { deviceName } from '../../../identity/auth/rules.ts'

/** The caller's sessions, most recently used first. */
export async function listSessions(ctx: UserCtx, sessionId: string | null): Promise<DeviceSessionDto[]> {
  const now = toInstant(ctx.now)
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', ctx.actor.userId)
    .where('expires_at', '>', now)
    // Excludes sessions that were just renewed under a new id and expire in seconds.
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
