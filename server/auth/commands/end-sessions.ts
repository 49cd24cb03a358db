import type { Tx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import type { Db } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'

/** Ends one session by its stored id; unknown ones are fine. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends a person's sessions everywhere, but for one they may keep. */
export async function endUserSessions(tx: Tx, userId: string, keep: string | null = null): Promise<void> {
  await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .execute()
}

/** Shuts people out at once, open screens included. */
export async function shutOut(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    await endUserSessions(tx, userId)
    await record(tx, 'access.changed', { id: userId, userId })
  }
}

/** Removes sessions nobody can use any more. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const instant = toInstant(now)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', instant), eb('absolute_expires_at', '<=', instant)]))
    .execute()
}
