import { requireKeyHolder } from '../../auth/key-holder.ts'
import { hashSecret, newSecret } from '../../auth/sessions.ts'
import type { UserCtx } from '../../core/context.ts'
import { deleteFrom, insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'

/**
 * Makes the caller's private calendar address, ending an earlier one. The path is shown once: only a
 * hash of its secret is kept.
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

/** Ends the address at once. */
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
