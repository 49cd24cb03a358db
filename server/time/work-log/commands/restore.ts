import type { z } from 'zod'
import type { entryRestoreInput } from '#shared/time/schemas/work-log.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import { notUndone, openUndo, sealUndo } from '../../../base/core/calls/sealed-undo.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { insertInto, selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../base/db/engines/dialect.ts'
import { fromFlag, toInstant } from '../../../base/db/values.ts'
import { warnOfBudget } from '../../timesheets/commands/warn-of-budget.ts'
import { getEntry } from '../queries/entries.ts'
import { requireOpenWeek, resolveWork } from '../queries/work.ts'
import { recordTime } from './record.ts'

const KIND = 'time_entry'

type EntryColumns = Awaited<ReturnType<typeof columnsOf>>

const columnsOf = (tx: Tx<UserCtx>, id: string) =>
  selectFrom(tx, 'time_entries')
    .select(['id', 'agency_id', 'user_id', 'employee_id', 'project_id', 'task_id', 'session_id', 'kind'])
    .select([
      'note',
      'started_at',
      'worked_on',
      'ended_at',
      'paused',
      'duration_seconds',
      'billable',
      'billing_rate',
    ])
    .select([
      'billed_elsewhere',
      'paid_elsewhere',
      'cost_rate',
      'timesheet_id',
      'invoice_id',
      'invoice_line_id',
      'payout_id',
      'version',
    ])
    .select(['created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The undo id of an entry that is about to be deleted. */
export const sealEntry = async (tx: Tx<UserCtx>, id: string): Promise<string> =>
  sealUndo(tx, KIND, await columnsOf(tx, id))

/** Restores an entry as it was, with its rates; throws with the reason if its week is closed by now. */
export async function restoreEntry(
  ctx: UserCtx,
  input: z.output<typeof entryRestoreInput>,
): Promise<TimeEntryDto> {
  const entry = openUndo<EntryColumns>(ctx, KIND, input.undo)
  try {
    return await transact(ctx, async (tx) => {
      await requireOpenWeek(tx, entry.worked_on)
      const work = await resolveWork(tx, { ...entry, billable: fromFlag(entry.billable) }, entry)
      if (work.agency_id !== entry.agency_id || work.employee_id !== entry.employee_id) {
        throw notFound('This time entry')
      }
      await insertInto(tx, 'time_entries')
        .values({
          ...entry,
          timesheet_id: await presentSheet(tx, entry.timesheet_id),
          version: entry.version + 1,
          updated_at: toInstant(tx.now),
        })
        .execute()
      await recordTime(tx, entry.id, 'time.recorded')
      await warnOfBudget(tx, entry.project_id)
      return getEntry(tx, entry.id, input.timezone)
    })
  } catch (error) {
    // Restored before, or another timer has been started since.
    throw isUniqueViolation(error) ? notUndone() : error
  }
}

/** A rejected timesheet, which may have been submitted and withdrawn since. */
async function presentSheet(tx: Tx<UserCtx>, id: string | null): Promise<string | null> {
  if (id === null) return null
  const sheet = await selectFrom(tx, 'timesheets').select('id').where('id', '=', id).executeTakeFirst()
  return sheet?.id ?? null
}
