import type { Scope } from '../../auth/scope.ts'
import { hashSecret, newSecret } from '../../auth/sessions.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'

/**
 * Makes the caller's private calendar address, ending an earlier one. The path is shown once: only a
 * hash of its secret is kept.
 */
export function createFeed(db: Db, scope: Scope): Promise<{ path: string }> {
  return transact(db, async (trx) => {
    const secret = newSecret()
    await trx.deleteFrom('schedule_feeds').where('user_id', '=', scope.userId).execute()
    await trx
      .insertInto('schedule_feeds')
      .values({
        user_id: scope.userId,
        token_hash: hashSecret(secret),
        created_at: toInstant(scope.now),
        last_read_at: null,
      })
      .execute()
    return { path: `/calendar/${secret}.ics` }
  })
}

/** Ends the address at once. */
export async function revokeFeed(db: Db, scope: Scope): Promise<{ active: false }> {
  await db.deleteFrom('schedule_feeds').where('user_id', '=', scope.userId).execute()
  return { active: false }
}

export async function markFeedRead(db: Db, scope: Scope): Promise<void> {
  await db
    .updateTable('schedule_feeds')
    .set({ last_read_at: toInstant(scope.now) })
    .where('user_id', '=', scope.userId)
    .execute()
}
