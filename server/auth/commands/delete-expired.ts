import type { Ctx } from '../../core/context.ts'
import { deleteFrom } from '../../core/rows.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { deleteExpiredSessions } from './end-sessions.ts'

/** Expired access tokens are listed for as long, so that their owners see why a program stopped. */
const LISTED_DAYS = 30

/** Removes sessions, links and challenges that nobody can use any more. */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  await deleteExpiredSessions(ctx.db, ctx.now)
  for (const table of ['tokens', 'sign_in_challenges', 'email_changes', 'known_devices'] as const) {
    await ctx.db.deleteFrom(table).where('expires_at', '<=', toInstant(ctx.now)).execute()
  }
  const listed = toInstant(addDays(ctx.now, -LISTED_DAYS))
  await deleteFrom(ctx, 'api_tokens').where('expires_at', '<=', listed).execute()
}
