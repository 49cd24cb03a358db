import type { SharedDb } from './tenants.ts'
import { addMinutes, toInstant } from './values.ts'

/** Tables of work to be done once: rows are `queued` until `next_attempt_at`, and count their attempts. */
export type Queue = 'mail_outbox' | 'webhook_deliveries'

/**
 * Takes the row that has been due longest and holds it for the lease, in case this process dies while at
 * it. Returns its id; null when nothing is due. Two claimers never get the same row.
 */
export async function claimDue(
  db: SharedDb,
  queue: Queue,
  { now, leaseMinutes }: { now: Date; leaseMinutes: number },
): Promise<string | null> {
  // Any of them, as far as these columns go.
  const table = queue as 'mail_outbox'
  const instant = toInstant(now)
  const claimed = await db
    .updateTable(table)
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: toInstant(addMinutes(now, leaseMinutes)),
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom(table)
        .select('id')
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', instant)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    // Checked again once the row is locked: the second of two claimers finds none.
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', instant)
    .returning('id')
    .executeTakeFirst()
  return claimed?.id ?? null
}
