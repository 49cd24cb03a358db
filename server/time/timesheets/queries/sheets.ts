import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { timesheetListInput } from '#shared/time/schemas/timesheets.ts'
import type { TimesheetDto } from '#shared/time/timesheets.ts'
import { conflict, notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, UserCtx } from '../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../base/core/rows/paging.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** Submitted weeks, newest first: the caller's own or, for owners, the agency's. */
export async function listTimesheets(
  ctx: UserCtx,
  input: z.output<typeof timesheetListInput>,
): Promise<Page<TimesheetDto>> {
  const filtered = sheetRows(ctx).$if(input.whose === 'own', (query) =>
    query.where('timesheets.user_id', '=', shownUserId(ctx)),
  )
  const ofStatus = whereSet(filtered, 'timesheets.status', input.status)
  const ofWeek = whereSet(ofStatus, 'timesheets.week_start', input.week_start)
  return pageAfter(ofWeek, ['timesheets.week_start', 'timesheets.id'], input, toSheet)
}

/** The agency's weeks awaiting review, earliest submitted first. */
export const weeksToReview = (ctx: AgencyCtx, limit: number) =>
  submittedFirst(ctx, limit)
    .where('timesheets.agency_id', '=', ctx.reach.agencyId)
    .where('timesheets.status', '=', 'submitted')
    .execute()

/** The caller's rejected weeks, earliest submitted first. */
export const returnedWeeks = (ctx: UserCtx, limit: number) =>
  submittedFirst(ctx, limit)
    .where('timesheets.user_id', '=', shownUserId(ctx))
    .where('timesheets.status', '=', 'rejected')
    .execute()

const submittedFirst = (ctx: UserCtx, limit: number) =>
  sheetRows(ctx).orderBy('timesheets.submitted_at').orderBy('timesheets.id').limit(limit)

/** One sheet visible to the caller; throws NOT_FOUND if missing or not accessible. */
export async function getTimesheet(ctx: UserCtx, id: string): Promise<TimesheetDto> {
  const row = await sheetRows(ctx).where('timesheets.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This timesheet')
  return toSheet(row)
}

type SheetRow = Awaited<ReturnType<ReturnType<typeof sheetRows>['executeTakeFirstOrThrow']>>

function sheetRows(ctx: UserCtx) {
  return selectFrom(ctx, 'timesheets')
    .innerJoin('agencies', 'agencies.id', 'timesheets.agency_id')
    .innerJoin('profiles', 'profiles.user_id', 'timesheets.user_id')
    .leftJoin('profiles as reviewers', 'reviewers.user_id', 'timesheets.reviewed_by')
    .select((eb) => {
      const entries = eb
        .selectFrom('time_entries')
        .whereRef('time_entries.agency_id', '=', 'timesheets.agency_id')
        .whereRef('time_entries.timesheet_id', '=', 'timesheets.id')
        .select((sub) => sub.fn.sum<number | null>('duration_seconds').as('seconds'))
      return [
        'timesheets.id',
        'timesheets.agency_id',
        'agencies.name as agency_name',
        'agencies.timezone',
        'timesheets.user_id',
        'profiles.name as user_name',
        'timesheets.week_start',
        'timesheets.status',
        'timesheets.submit_note',
        'timesheets.review_note',
        'timesheets.submitted_at',
        'timesheets.reviewed_at',
        'reviewers.name as reviewer_name',
        'timesheets.version',
        entries.as('total_seconds'),
        entries.where('billable', '=', 1).as('billable_seconds'),
      ]
    })
}

const toSheet = (row: SheetRow): TimesheetDto => ({
  id: row.id,
  agency_id: row.agency_id,
  agency_name: row.agency_name,
  user_id: row.user_id,
  user_name: row.user_name,
  week_start: row.week_start,
  timezone: row.timezone,
  status: row.status,
  submit_note: row.submit_note,
  review_note: row.review_note,
  submitted_at: row.submitted_at,
  reviewed_at: row.reviewed_at,
  reviewer_name: row.reviewer_name,
  total_seconds: row.total_seconds ?? 0,
  billable_seconds: row.billable_seconds ?? 0,
  version: row.version,
})

/** The fields common to all timesheet events. */
export const aboutSheet = (sheet: TimesheetDto) => ({
  id: sheet.id,
  contributorId: sheet.user_id,
  contributorName: sheet.user_name,
  weekStart: sheet.week_start,
})

/** A sheet awaiting review; throws CONFLICT if it has been reviewed or changed. */
export async function requireSubmitted(
  ctx: AgencyCtx,
  input: { id: string; version: number },
): Promise<TimesheetDto> {
  const sheet = await getTimesheet(ctx, input.id)
  if (sheet.version !== input.version || sheet.status !== 'submitted') throw conflict('This timesheet')
  return sheet
}
