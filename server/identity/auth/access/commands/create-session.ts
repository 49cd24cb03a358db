import type { Ctx } from '../../../../base/core/context.ts'
import { elapsedMs } from '../../../../base/db/elapsed.ts'
import { storageFailureOf } from '../../../../base/db/engines/storage-failure.ts'
import type { Db } from '../../../../base/db/schema.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'

const ABSOLUTE_DAYS = 30
/** Platform administrators and demo accounts must sign in daily. */
const SHORT_DAYS = 1

export interface NewSession {
  /** SHA-256 of the cookie's value. */
  id: string
  userId: string
  expiresAt: string
  short: boolean
  ip: string | null
  userAgent: string | null
}

/** Stores a session with a fixed lifetime. */
export async function createSession(db: Db, session: NewSession, now: Date): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: toInstant(now),
      expires_at: session.expiresAt,
      absolute_expires_at: toInstant(addDays(now, session.short ? SHORT_DAYS : ABSOLUTE_DAYS)),
      last_seen_at: toInstant(now),
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute()
}

/** Writes at most this often. */
const SEEN_MINUTES = 5

/** Records a session's last use and its address; `seenAt` is the stored time, so that only one of concurrent calls writes. */
export async function touchSession(
  { db, now }: Ctx,
  { id, seenAt, ip }: { id: string; seenAt: string; ip: string | undefined },
): Promise<void> {
  if (elapsedMs(seenAt, now) < SEEN_MINUTES * 60_000) return
  await db
    .updateTable('sessions')
    .set({ last_seen_at: toInstant(now), ip })
    .where('id', '=', id)
    .where('last_seen_at', '=', seenAt)
    .execute()
    .catch((error: unknown) => {
      // Reading must work even while nothing can be saved.
      if (storageFailureOf(error) === null) throw error
    })
}

export async function prolongSession(db: Db, id: string, expiresAt: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt, last_seen_at: toInstant(now) })
    .where('id', '=', id)
    .execute()
}
