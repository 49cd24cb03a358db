import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { TimesheetDto, timesheetListInput } from '#shared/timesheets.ts'
import type { Scope } from '../../auth/scope.ts'
import { decodeCursor, toPage } from '../../db/cursor.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter } from '../../db/scope-guard.ts'
import { notFound } from '../../errors.ts'

/** Submitted weeks, newest first: the caller's own, or for owners the agency's. */
export async function listTimesheets(
  db: Db,
  scope: Scope,
  input: z.output<typeof timesheetListInput>,
): Promise<Page<TimesheetDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await visibleSheets(db, scope)
    .$if(input.whose === 'own', (query) => query.where('timesheets.user_id', '=', scope.userId))
    .$if(!!input.status, (query) => query.where('timesheets.status', '=', input.status ?? 'submitted'))
    .$if(!!input.week_start, (query) => query.where('timesheets.week_start', '=', input.week_start ?? ''))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('timesheets.week_start', 'timesheets.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('timesheets.week_start', 'desc')
    .orderBy('timesheets.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.week_start, id: row.id }), toSheet)
}

/** One sheet the caller may see; NOT_FOUND when it is missing or foreign. */
export async function getTimesheet(db: Db, scope: Scope, id: string): Promise<TimesheetDto> {
  const row = await visibleSheets(db, scope).where('timesheets.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This timesheet')
  return toSheet(row)
}

type SheetRow = Awaited<ReturnType<ReturnType<typeof visibleSheets>['executeTakeFirstOrThrow']>>

function visibleSheets(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const reviews = scope.role === 'agency_admin' || scope.role === 'super_admin'
  return db
    .selectFrom('timesheets')
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
    .$if(agencyId !== null, (query) => query.where('timesheets.agency_id', '=', agencyId))
    .$if(!reviews, (query) => query.where('timesheets.user_id', '=', scope.userId))
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
