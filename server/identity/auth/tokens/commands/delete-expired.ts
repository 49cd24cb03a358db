import type { Ctx } from '../../../../base/core/context.ts'
import { deleteFrom } from '../../../../base/core/rows/rows.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'
import { deleteExpiredSessions } from './end-sessions.ts'

/** Expired tokens stay listed for this long, so that their owners see why a program stopped working. */
const LISTED_DAYS = 30

/** Deletes expired sessions, links, and challenges. */
export async function deleteExpired(ctx: Ctx): Promise<void> {
  await deleteExpiredSessions(ctx.db, ctx.now)
  for (const table of ['tokens', 'sign_in_challenges', 'email_changes', 'known_devices'] as const) {
    await ctx.db.deleteFrom(table).where('expires_at', '<=', toInstant(ctx.now)).execute()
  }
  const listed = toInstant(addDays(ctx.now, -LISTED_DAYS))
  await deleteFrom(ctx, 'api_tokens').where('expires_at', '<=', listed).execute()
}
