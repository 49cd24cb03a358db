import type { SharedDb } from './tenants.ts'
import { addDays, toInstant } from './values.ts'

const RETENTION_DAYS = 1

/** Identifies a request by its user, procedure, and idempotency key. */
export interface RequestEntry {
  user_id: string
  procedure: string
  key_hash: string
}

export interface KeyedRequest {
  input_hash: string
  answer: string | null
  created_at: string
}

/**
 * Records the request; returns false if it is already recorded. In a transaction, waits for other
 * transactions that record the same request.
 */
export async function noteRequest(
  db: SharedDb,
  entry: RequestEntry,
  { inputHash, now }: { inputHash: string; now: Date },
): Promise<boolean> {
  const noted = await db
    .insertInto('keyed_requests')
    .values({ ...entry, input_hash: inputHash, answer: null, created_at: toInstant(now) })
    .onConflict((conflict) => conflict.columns(['user_id', 'procedure', 'key_hash']).doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  return noted !== undefined
}

export const findRequest = (db: SharedDb, entry: RequestEntry): Promise<KeyedRequest | undefined> =>
  db
    .selectFrom('keyed_requests')
    .select(['input_hash', 'answer', 'created_at'])
    .where('user_id', '=', entry.user_id)
    .where('procedure', '=', entry.procedure)
    .where('key_hash', '=', entry.key_hash)
    .executeTakeFirst()

export async function keepAnswer(db: SharedDb, entry: RequestEntry, answer: string): Promise<void> {
  await db
    .updateTable('keyed_requests')
    .set({ answer })
    .where('user_id', '=', entry.user_id)
    .where('procedure', '=', entry.procedure)
    .where('key_hash', '=', entry.key_hash)
    .execute()
}

/** Removes a failed request, so that it can be retried. */
export async function forgetRequest(db: SharedDb, entry: RequestEntry): Promise<void> {
  await db
    .deleteFrom('keyed_requests')
    .where('user_id', '=', entry.user_id)
    .where('procedure', '=', entry.procedure)
    .where('key_hash', '=', entry.key_hash)
    .execute()
}

/** Deletes requests older than a day. */
export async function deleteOldRequests(db: SharedDb, now: Date): Promise<void> {
  await db
    .deleteFrom('keyed_requests')
    .where('created_at', '<', toInstant(addDays(now, -RETENTION_DAYS)))
    .execute()
}
