import type { z } from 'zod'
import { mondayOf, shiftDate } from '#shared/base/calendar.ts'
import type { timesheetSubmitInput } from '#shared/time/schemas/timesheets.ts'
import type { TimesheetDto } from '#shared/time/timesheets.ts'
import { daysRange, type InstantRange } from '../../../base/adapters/zone.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { aboutSheet, getTimesheet } from '../queries/sheets.ts'

/** Submits the caller's week that contains the date; rejected weeks can be resubmitted. */
export function submitWeek(
  ctx: AgencyCtx,
  input: z.output<typeof timesheetSubmitInput>,
): Promise<TimesheetDto> {
  return transact(ctx, async (tx) => {
    const monday = mondayOf(input.date)
    const week = daysRange(monday, shiftDate(monday, 6), ctx.reach.booksZone)
    await requireFinishedTime(tx, week)
    const id = await openSheet(tx, monday, input.note)
    await ownEntries(tx).set({ timesheet_id: null }).where('timesheet_id', '=', id).execute()
    await ownEntries(tx)
      .set({ timesheet_id: id })
      .where('started_at', '>=', week.from)
      .where('started_at', '<', week.to)
      .execute()
    const sheet = await getTimesheet(tx, id)
    await record(tx, 'timesheet.submitted', aboutSheet(sheet))
    return sheet
  })
}

async function requireFinishedTime(tx: Tx<AgencyCtx>, week: InstantRange): Promise<void> {
  const entries = await selectFrom(tx, 'time_entries')
    .select(['ended_at', 'paused'])
    .where('user_id', '=', tx.actor.userId)
    .where('started_at', '>=', week.from)
    .where('started_at', '<', week.to)
    .execute()
  if (entries.length === 0) throw new AppError('BAD_REQUEST', 'There is no time to submit in this week.')
  if (entries.some((entry) => entry.ended_at === null || entry.paused === 1)) {
    throw new AppError('BAD_REQUEST', 'Stop the timer before you submit the week.', {
      reason: 'timer_running',
    })
  }
}

/** Creates the week's sheet or reopens a rejected one; throws CONFLICT if it is already submitted. */
async function openSheet(tx: Tx<AgencyCtx>, monday: string, note: string | null): Promise<string> {
  const submitted = { status: 'submitted' as const, submit_note: note, submitted_at: toInstant(tx.now) }
  const existing = await selectFrom(tx, 'timesheets')
    .select(['id', 'status', 'version'])
    .where('user_id', '=', tx.actor.userId)
    .where('week_start', '=', monday)
    .executeTakeFirst()
  if (existing === undefined) {
    const id = newId()
    await insertInto(tx, 'timesheets')
      .values({
        agency_id: tx.reach.agencyId,
        id,
        user_id: tx.actor.userId,
        week_start: monday,
        ...submitted,
        review_note: null,
        reviewed_at: null,
        reviewed_by: null,
        version: 1,
      })
      .execute()
    return id
  }
  if (existing.status !== 'rejected') {
    throw new AppError('CONFLICT', `This week is already ${existing.status}.`)
  }
  const sheet = { agency_id: tx.reach.agencyId, id: existing.id, version: existing.version }
  const unreviewed = { ...submitted, reviewed_at: null, reviewed_by: null }
  await updateVersioned(tx, 'timesheets', sheet, unreviewed, 'This timesheet')
  return existing.id
}

/** The caller's own entries that are neither billed nor paid out. */
export const ownEntries = (tx: Tx<AgencyCtx>) =>
  updateTable(tx, 'time_entries')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('user_id', '=', tx.actor.userId)
    .where('invoice_id', 'is', null)
    .where('payout_id', 'is', null)
