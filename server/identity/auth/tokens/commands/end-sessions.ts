import type { Tx } from '../../../../base/core/context.ts'
import type { Db } from '../../../../base/db/schema.ts'
import { toInstant } from '../../../../base/db/values.ts'

/** Ends one session by its stored id; unknown ids are ignored. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends a person's sessions, except for one to keep. */
export async function endUserSessions(tx: Tx, userId: string, keep: string | null = null): Promise<void> {
  await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? ''))
    .execute()
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const instant = toInstant(now)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', instant), eb('absolute_expires_at', '<=', instant)]))
    .execute()
}
