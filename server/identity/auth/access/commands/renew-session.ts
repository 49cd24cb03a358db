import type { RequestCtx, Tx } from '../../../../base/core/context.ts'
import { hashSecret, newSecret } from '../../../../base/core/secret-box.ts'
import { addSeconds, toInstant } from '../../../../base/db/values.ts'
import { sessionCookie } from '../../sessions.ts'

/** Concurrent requests and open streams still use the old id. */
const GRACE_SECONDS = 30

/**
 * Replaces the caller's session id, in case the old one was exposed; returns the cookie to set, or null
 * without a session.
 */
export async function renewSession(tx: Tx<RequestCtx>): Promise<string | null> {
  if (tx.sessionId === null) return null
  const session = await tx.db
    .updateTable('sessions')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', tx.sessionId)
    .returningAll()
    .executeTakeFirst()
  // Revoked on another device at this moment.
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
