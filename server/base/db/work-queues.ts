import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { hasEnded } from './elapsed.ts'
import { isSqlite } from './engines/dialect.ts'
import type { Db, Schema } from './schema.ts'
import type { SharedDb } from './tenants.ts'
import { addMinutes, toInstant } from './values.ts'

/** Tables used as work queues: rows stay `queued` until `next_attempt_at` and count their attempts. */
export type Queue = 'mail_outbox' | 'webhook_deliveries'

/** The longest pause before a retry in either queue. */
const LONGEST_WAIT_MINUTES = 1440

/** Webhook deliveries are a tenant table, which jobs process for all agencies. */
const everyTable = (shared: SharedDb): Db => shared as unknown as Db

/** Limits the search to certain rows, by the queue's own columns. */
type Narrow = (query: SelectQueryBuilder<Schema, 'mail_outbox', object>) => typeof query

/**
 * Leases the row that has been due longest; it can be leased again when the lease ends, in case this process dies.
 * Returns its id, or null if nothing is due. Only one process gets a row.
 */
export async function leaseDue(
  shared: SharedDb,
  queue: Queue,
  { now, leaseMinutes, narrow }: { now: Date; leaseMinutes: number; narrow: Narrow },
): Promise<string | null> {
  const db = everyTable(shared)
  // Both queues have the columns used here.
  const table = queue as 'mail_outbox'
  const isDue = hasEnded('next_attempt_at', now, LONGEST_WAIT_MINUTES)
  const due = narrow(db.selectFrom(table).where('status', '=', 'queued').where(isDue))
    .select('id')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
  const leased = await db
    .updateTable(table)
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: toInstant(addMinutes(now, leaseMinutes)),
      last_error: null,
    }))
    // On PostgreSQL, skip rows that another process is leasing; SQLite has a single writer.
    .where('id', '=', isSqlite(db) ? due : due.forUpdate().skipLocked())
    .where('status', '=', 'queued')
    .where(isDue)
    .returning('id')
    .executeTakeFirst()
  return leased?.id ?? null
}

/** Ends a lease whose attempt didn't finish. */
export async function endLease(shared: SharedDb, queue: Queue, id: string, now: Date): Promise<void> {
  const table = queue as 'mail_outbox'
  await everyTable(shared)
    .updateTable(table)
    .set((eb) => ({ attempts: eb('attempts', '-', 1), next_attempt_at: toInstant(now) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** The lanes with due work, by the given column, longest-waiting first. */
export async function lanesDue<Column extends 'lane' | 'agency_id'>(
  shared: SharedDb,
  queue: Queue,
  column: Column,
  now: Date,
): Promise<(string | null)[]> {
  const table = queue as 'mail_outbox'
  const lane = (eb: ExpressionBuilder<Schema, 'mail_outbox'>) => eb.ref(column as 'lane')
  const rows = await everyTable(shared)
    .selectFrom(table)
    .select((eb) => lane(eb).as('lane'))
    .where('status', '=', 'queued')
    .where(hasEnded('next_attempt_at', now, LONGEST_WAIT_MINUTES))
    .groupBy(sql.ref(column))
    .orderBy((eb) => eb.fn.min('next_attempt_at'))
    .limit(500)
    .execute()
  return rows.map((row) => row.lane)
}
