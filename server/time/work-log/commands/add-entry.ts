import type { Insertable } from 'kysely'
import { dateOf } from '../../../base/adapters/zone.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { toInstant } from '../../../base/db/values.ts'
import type { Work } from '../queries/work.ts'
import type { Stretch } from '../rules.ts'

type NewEntry = Work &
  Pick<Insertable<Schema['time_entries']>, 'id' | 'session_id' | 'kind'> &
  Omit<Stretch, 'ended_at'> & { ended_at: string | null }

/** Inserts an entry of the caller's that is neither submitted, billed nor paid out. */
export async function addEntry(tx: Tx<UserCtx>, entry: NewEntry): Promise<void> {
  const now = toInstant(tx.now)
  await insertInto(tx, 'time_entries')
    .values({
      id: entry.id,
      agency_id: entry.agency_id,
      user_id: tx.actor.userId,
      employee_id: entry.employee_id,
      project_id: entry.project_id,
      task_id: entry.task_id,
      session_id: entry.session_id,
      kind: entry.kind,
      note: entry.note,
      started_at: entry.started_at,
      worked_on: dateOf(entry.started_at, tx.reach.booksZone),
      ended_at: entry.ended_at,
      paused: 0,
      duration_seconds: entry.duration_seconds,
      billable: entry.billable,
      billing_rate: entry.billing_rate,
      cost_rate: entry.cost_rate,
      timesheet_id: null,
      invoice_id: null,
      payout_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
