import type { RequestCtx, Tx } from '../../core/context.ts'
import { addSeconds, toInstant } from '../../db/values.ts'
import { hashSecret, newSecret, sessionCookie } from '../sessions.ts'

/** Calls already on their way, and open screens, come with the id before. */
const GRACE_SECONDS = 30

/**
 * Gives the caller's session a new id, as whoever came to know the one before must not go on with it;
 * returns the cookie to set, or null where no session calls.
 */
export async function renewSession(tx: Tx<RequestCtx>): Promise<string | null> {
  if (tx.sessionId === null) return null
  const session = await tx.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', tx.sessionId)
    .executeTakeFirst()
  if (session === undefined) return null
  const secret = newSecret()
  await tx.db
    .insertInto('sessions')
    .values({ ...session, id: hashSecret(secret) })
    .execute()
  await tx.db
    .updateTable('sessions')
    .set({ absolute_expires_at: toInstant(addSeconds(tx.now, GRACE_SECONDS)) })
    .where('id', '=', tx.sessionId)
    .execute()
  return sessionCookie(tx.services, secret)
}
