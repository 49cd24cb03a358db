import type { z } from 'zod'
import type {
  TimesheetDto,
  timesheetReviewInput,
  timesheetSubmitInput,
  timesheetWithdrawInput,
} from '#shared/timesheets.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { newId, toInstant } from '../../db/values.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { notifyTimesheetReviewed, notifyTimesheetSubmitted } from '../../notifications/commands/about-work.ts'
import { addCalendarDays, daysRange, type InstantRange, mondayOf } from '../../services/zone.ts'
import { getTimesheet } from '../queries/sheets.ts'

const TOUCHES = ['timesheets', 'workLog']

/** Hands in the caller's week that holds the date; a rejected week may be handed in again. */
export function submitWeek(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof timesheetSubmitInput>,
): Promise<TimesheetDto> {
  return transact(db, async (trx) => {
    const monday = mondayOf(input.date)
    const week = daysRange(monday, addCalendarDays(monday, 6), scope.booksZone)
    await requireFinishedTime(trx, scope, week)
    const id = await openSheet(trx, scope, monday, input.note)
    await ownEntries(trx, scope).set({ timesheet_id: null }).where('timesheet_id', '=', id).execute()
    await ownEntries(trx, scope)
      .set({ timesheet_id: id })
      .where('started_at', '>=', week.from)
      .where('started_at', '<', week.to)
      .execute()
    await recordActivity(trx, scope, {
      action: 'timesheet.submitted',
      subject: { type: 'timesheet', id },
      touches: TOUCHES,
      summary: `${scope.name} submitted the week of ${monday}`,
    })
    await notifyTimesheetSubmitted(trx, scope, { id, weekStart: monday })
    return getTimesheet(trx, scope, id)
  })
}

/** Takes a week back that nobody has decided on yet. */
export function withdrawWeek(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof timesheetWithdrawInput>,
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const sheet = await submittedSheet(trx, scope, input)
    if (sheet.user_id !== scope.userId) throw notFound('This timesheet')
    await ownEntries(trx, scope).set({ timesheet_id: null }).where('timesheet_id', '=', input.id).execute()
    await trx
      .deleteFrom('timesheets')
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .execute()
    await recordActivity(trx, scope, {
      action: 'timesheet.withdrawn',
      subject: { type: 'timesheet', id: input.id },
      touches: TOUCHES,
      summary: `${scope.name} withdrew the week of ${sheet.week_start}`,
    })
    return { id: input.id }
  })
}

/** The owner's decision: approved time is locked and may be billed and paid, rejected time is open again. */
export function reviewWeek(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof timesheetReviewInput>,
): Promise<TimesheetDto> {
  return transact(db, async (trx) => {
    const sheet = await submittedSheet(trx, scope, input)
    await trx
      .updateTable('timesheets')
      .set({
        status: input.decision,
        review_note: input.note,
        reviewed_at: toInstant(scope.now),
        reviewed_by: scope.userId,
        version: sheet.version + 1,
      })
      .where('agency_id', '=', scope.agencyId)
      .where('id', '=', input.id)
      .where('version', '=', sheet.version)
      .execute()
    const reviewed = await getTimesheet(trx, scope, input.id)
    await recordActivity(trx, scope, {
      action: `timesheet.${input.decision}`,
      subject: { type: 'timesheet', id: input.id },
      touches: TOUCHES,
      summary: `Week of ${sheet.week_start} of ${reviewed.user_name} ${input.decision}`,
    })
    await notifyTimesheetReviewed(trx, scope, {
      id: input.id,
      userId: reviewed.user_id,
      weekStart: sheet.week_start,
      decision: input.decision,
    })
    return reviewed
  })
}

async function requireFinishedTime(trx: Trx, scope: AgencyScope, week: InstantRange): Promise<void> {
  const entries = await trx
    .selectFrom('time_entries')
    .select(['ended_at', 'paused'])
    .where('agency_id', '=', scope.agencyId)
    .where('user_id', '=', scope.userId)
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
async function openSheet(trx: Trx, scope: AgencyScope, monday: string, note: string | null): Promise<string> {
  const submitted = { status: 'submitted' as const, submit_note: note, submitted_at: toInstant(scope.now) }
  const existing = await trx
    .selectFrom('timesheets')
    .select(['id', 'status', 'version'])
    .where('agency_id', '=', scope.agencyId)
    .where('user_id', '=', scope.userId)
    .where('week_start', '=', monday)
    .executeTakeFirst()
  if (existing === undefined) {
    const id = newId()
    await trx
      .insertInto('timesheets')
      .values({
        agency_id: scope.agencyId,
        id,
        user_id: scope.userId,
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
  await trx
    .updateTable('timesheets')
    .set({ ...submitted, reviewed_at: null, reviewed_by: null, version: existing.version + 1 })
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', existing.id)
    .execute()
  return existing.id
}

async function submittedSheet(trx: Trx, scope: AgencyScope, input: { id: string; version: number }) {
  const sheet = await trx
    .selectFrom('timesheets')
    .select(['status', 'version', 'user_id', 'week_start'])
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (sheet === undefined) throw notFound('This timesheet')
  if (sheet.version !== input.version || sheet.status !== 'submitted') throw conflict('This timesheet')
  return sheet
}

const ownEntries = (trx: Trx, scope: AgencyScope) =>
  trx
    .updateTable('time_entries')
    .where('agency_id', '=', scope.agencyId)
    .where('user_id', '=', scope.userId)
    .where('invoice_id', 'is', null)
    .where('payout_id', 'is', null)
