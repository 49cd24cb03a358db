import type { UserCtx } from '../../../base/core/context.ts'
import { deleteFrom, insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { hashSecret, newSecret } from '../../../base/core/secret-box.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { requireKeyHolder } from '../../../identity/auth/key-holder.ts'

/**
 * Creates the caller's private calendar URL, revoking an earlier one. The path is only shown once, because
 * only a hash of its secret is stored.
 */
export async function createFeed(ctx: UserCtx): Promise<{ path: string }> {
  await requireKeyHolder(ctx)
  return transact(ctx, async (tx) => {
    const secret = newSecret()
    await deleteFrom(tx, 'schedule_feeds').where('user_id', '=', ctx.actor.userId).execute()
    await insertInto(tx, 'schedule_feeds')
      .values({
        user_id: ctx.actor.userId,
        token_hash: hashSecret(secret),
        created_at: toInstant(ctx.now),
        last_read_at: null,
      })
      .execute()
    return { path: `/calendar/${secret}.ics` }
  })
}

/** Revokes the URL immediately. */
export async function revokeFeed(ctx: UserCtx): Promise<{ active: false }> {
  await deleteFrom(ctx, 'schedule_feeds').where('user_id', '=', ctx.actor.userId).execute()
  return { active: false }
}

export async function markFeedRead(ctx: UserCtx): Promise<void> {
  await updateTable(ctx, 'schedule_feeds')
    .set({ last_read_at: toInstant(ctx.now) })
    .where('user_id', '=', ctx.actor.userId)
    .execute()
}
