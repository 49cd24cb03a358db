import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Db, Schema } from './schema.ts'
import type { SharedDb } from './tenants.ts'
import { addMinutes, toInstant } from './values.ts'

/** Tables of work to be done once: rows are `queued` until `next_attempt_at`, and count their attempts. */
export type Queue = 'mail_outbox' | 'webhook_deliveries'

/** Which of the rows, where not any: the queue's own columns by name. */
type Narrow = (query: SelectQueryBuilder<Schema, 'mail_outbox', object>) => typeof query

/**
 * Takes the row that has been due longest and holds it for the lease, in case this process dies while at
 * it. Returns its id; null when nothing is due. Two claimers never get the same row.
 */
export async function claimDue(
  shared: SharedDb,
  queue: Queue,
  { now, leaseMinutes, narrow }: { now: Date; leaseMinutes: number; narrow: Narrow },
): Promise<string | null> {
  const db = shared as unknown as Db
  // Any of them, as far as these columns go.
  const table = queue as 'mail_outbox'
  const instant = toInstant(now)
  const due = narrow(
    db.selectFrom(table).where('status', '=', 'queued').where('next_attempt_at', '<=', instant),
  )
    .select('id')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
  const claimed = await db
    .updateTable(table)
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: toInstant(addMinutes(now, leaseMinutes)),
    }))
    // PostgreSQL passes over rows that another process is claiming; SQLite has one writer.
    .where('id', '=', isSqlite(db) ? due : due.forUpdate().skipLocked())
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', instant)
    .returning('id')
    .executeTakeFirst()
  return claimed?.id ?? null
}

/** Gives a claimed row back as it was: it wasn't tried to the end. */
export async function releaseClaim(shared: SharedDb, queue: Queue, id: string, now: Date): Promise<void> {
  const table = queue as 'mail_outbox'
  await (shared as unknown as Db)
    .updateTable(table)
    .set((eb) => ({ attempts: eb('attempts', '-', 1), next_attempt_at: toInstant(now) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Whose work is due, by the column that says so; those first who have waited longest. */
export async function lanesDue<Column extends 'lane' | 'agency_id'>(
  shared: SharedDb,
  queue: Queue,
  column: Column,
  now: Date,
): Promise<(string | null)[]> {
  const table = queue as 'mail_outbox'
  const lane = (eb: ExpressionBuilder<Schema, 'mail_outbox'>) => eb.ref(column as 'lane')
  const rows = await (shared as unknown as Db)
    .selectFrom(table)
    .select((eb) => lane(eb).as('lane'))
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', toInstant(now))
    .groupBy(sql.ref(column))
    .orderBy((eb) => eb.fn.min('next_attempt_at'))
    .limit(500)
    .execute()
  return rows.map((row) => row.lane)
}
