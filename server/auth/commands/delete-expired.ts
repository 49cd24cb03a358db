import type { Ctx } from '../../core/context.ts'
import { toInstant } from '../../db/values.ts'
import { deleteExpiredSessions } from './end-sessions.ts'

/** Removes sessions, links and challenges that nobody can use any more. */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  await deleteExpiredSessions(ctx.db, ctx.now)
  for (const table of ['tokens', 'sign_in_challenges', 'email_changes', 'known_devices'] as const) {
    await ctx.db.deleteFrom(table).where('expires_at', '<=', toInstant(ctx.now)).execute()
  }
}
