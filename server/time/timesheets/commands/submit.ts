import type { z } from 'zod'
import { mondayOf, shiftDate } from '#shared/base/calendar.ts'
import type { timesheetSubmitForInput, timesheetSubmitInput } from '#shared/time/schemas/timesheets.ts'
import type { TimesheetDto } from '#shared/time/timesheets.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { updateVersioned } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { aboutSheet, getTimesheet } from '../queries/sheets.ts'

/** Submits the caller's week that contains the date; rejected weeks can be resubmitted. */
export const submitWeek = (
  ctx: AgencyCtx,
  input: z.output<typeof timesheetSubmitInput>,
): Promise<TimesheetDto> => transact(ctx, (tx) => submitFor(tx, ctx.actor.userId, input))

/** The same for a contributor, who may have left. Throws NOT_FOUND for people without time in the agency. */
export const submitContributorWeek = (
  ctx: AgencyCtx,
  { user_id, ...input }: z.output<typeof timesheetSubmitForInput>,
): Promise<TimesheetDto> =>
  transact(ctx, async (tx) => {
    const worked = await selectFrom(tx, 'time_entries')
      .select('id')
      .where('user_id', '=', user_id)
      .where('employee_id', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (worked === undefined) throw notFound('This contributor')
    return submitFor(tx, user_id, input)
  })

async function submitFor(
  tx: Tx<AgencyCtx>,
  userId: string,
  input: z.output<typeof timesheetSubmitInput>,
): Promise<TimesheetDto> {
  const monday = mondayOf(input.date)
  const week = { from: monday, to: shiftDate(monday, 6) }
  await requireFinishedTime(tx, userId, week)
  const id = await openSheet(tx, userId, monday, input.note)
  await openEntries(tx, userId).set({ timesheet_id: null }).where('timesheet_id', '=', id).execute()
  await openEntries(tx, userId)
    .set({ timesheet_id: id })
    .where('worked_on', '>=', week.from)
    .where('worked_on', '<=', week.to)
    .execute()
  const sheet = await getTimesheet(tx, id)
  await record(tx, 'timesheet.submitted', aboutSheet(sheet))
  return sheet
}

/** Its first and last day. */
interface Week {
  from: string
  to: string
}

async function requireFinishedTime(tx: Tx<AgencyCtx>, userId: string, week: Week): Promise<void> {
  const entries = await selectFrom(tx, 'time_entries')
    .select(['ended_at', 'paused'])
    .where('user_id', '=', userId)
    .where('worked_on', '>=', week.from)
    .where('worked_on', '<=', week.to)
    .execute()
  if (entries.length === 0) throw new AppError('BAD_REQUEST', 'There is no time to submit in this week.')
  if (entries.some((entry) => entry.ended_at === null || entry.paused === 1)) {
    const isOwn = userId === tx.actor.userId
    const message = isOwn
      ? 'Stop the timer before you submit the week.'
      : 'The timer of this week is still running. Only they can stop it.'
    throw new AppError('BAD_REQUEST', message, { reason: 'timer_running' })
  }
}

/** Creates the week's sheet or reopens a rejected one; throws CONFLICT if it is already submitted. */
async function openSheet(
  tx: Tx<AgencyCtx>,
  userId: string,
  monday: string,
  note: string | null,
): Promise<string> {
  const submitted = {
    status: 'submitted' as const,
    submit_note: note,
    submitted_at: toInstant(tx.now),
    reviewed_at: null,
    reviewed_by: null,
  }
  const id = newId()
  const { numInsertedOrUpdatedRows: inserted } = await insertInto(tx, 'timesheets')
    .values({
      agency_id: tx.reach.agencyId,
      id,
      user_id: userId,
      week_start: monday,
      ...submitted,
      review_note: null,
      version: 1,
    })
    .onConflict((conflict) => conflict.columns(['agency_id', 'user_id', 'week_start']).doNothing())
    .executeTakeFirstOrThrow()
  if (inserted === 1n) return id
  const existing = await selectFrom(tx, 'timesheets')
    .select(['id', 'status', 'version'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('user_id', '=', userId)
    .where('week_start', '=', monday)
    .executeTakeFirstOrThrow()
  if (existing.status !== 'rejected') {
    throw new AppError('CONFLICT', `This week is already ${existing.status}.`)
  }
  const sheet = { agency_id: tx.reach.agencyId, id: existing.id, version: existing.version }
  await updateVersioned(tx, 'timesheets', sheet, submitted, 'This timesheet')
  return existing.id
}

/** A person's entries that are neither billed nor paid out. */
export const openEntries = (tx: Tx<AgencyCtx>, userId: string) =>
  updateTable(tx, 'time_entries')
    .where('agency_id', '=', tx.reach.agencyId)
    .where('user_id', '=', userId)
    .where('invoice_id', 'is', null)
    .where('payout_id', 'is', null)
