import type { z } from 'zod'
import { mondayOf, shiftDate } from '#shared/calendar.ts'
import type { TimesheetDto, timesheetSubmitInput } from '#shared/timesheets.ts'
import { daysRange, type InstantRange } from '../../adapters/zone.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { aboutSheet, getTimesheet } from '../queries/sheets.ts'

/** Hands in the caller's week that holds the date; a rejected week may be handed in again. */
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

/** A new sheet for the week, or the rejected one opened again; CONFLICT when it is handed in already. */
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
    throw new AppError('CONFLICT', `This week is ${existing.status} already.`)
  }
  await updateTable(tx, 'timesheets')
    .set({ ...submitted, reviewed_at: null, reviewed_by: null, version: existing.version + 1 })
    .where('id', '=', existing.id)
    .execute()
  return existing.id
}

/** The caller's own time that is neither billed nor paid out. */
export const ownEntries = (tx: Tx<AgencyCtx>) =>
  updateTable(tx, 'time_entries')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('user_id', '=', tx.actor.userId)
    .where('invoice_id', 'is', null)
    .where('payout_id', 'is', null)
