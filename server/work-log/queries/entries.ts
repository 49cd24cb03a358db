import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import {
  type CsvFile,
  type entryExportInput,
  type entryListInput,
  formatHours,
  type TimeEntryDto,
  type TimerDto,
} from '#shared/work-log.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import { decodeCursor, mergeNewest, toPage } from '../../db/cursor.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter, clientFilter } from '../../db/scope-guard.ts'
import { fromFlag, toFlag, toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { addCalendarDays, dateOf, startOfDay, toZoned } from '../../services/zone.ts'
import { isLongRun, lockOf, secondsBetween } from '../rules.ts'

type ListInput = z.output<typeof entryListInput>
type ExportInput = z.output<typeof entryExportInput>

const MAX_EXPORT_ROWS = 20_000

/** The caller's own entries, or all they may see, newest first. */
export async function listEntries(db: Db, scope: Scope, input: ListInput): Promise<Page<TimeEntryDto>> {
  const timezone = input.timezone ?? scope.zone
  const after = decodeCursor(input.cursor)
  const page = filteredEntries(db, scope, input, timezone)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('time_entries.started_at', 'time_entries.id'),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .limit(input.limit + 1)
  const parts =
    input.whose === 'agency' && scope.role === 'agency_admin'
      ? [
          page.where('time_entries.agency_id', '=', agencyFilter(scope)),
          page.where('time_entries.user_id', '=', scope.userId),
        ]
      : [page]
  const cursorOf = (row: EntryRow) => ({ key: row.started_at, id: row.id })
  const rows = mergeNewest(await Promise.all(parts.map((part) => part.execute())), cursorOf)
  return toPage(rows, input.limit, cursorOf, (row) => toEntry(row, scope, timezone))
}

/** One entry the caller may see; NOT_FOUND when it is missing or foreign. */
export async function getEntry(
  db: Db,
  scope: Scope,
  id: string,
  requestedZone?: string | null,
): Promise<TimeEntryDto> {
  const row = await visibleEntries(db, scope, 'agency').where('time_entries.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This time entry')
  return toEntry(row, scope, requestedZone ?? scope.zone)
}

/** The caller's timer, running or paused; null when there is none. */
export async function runningTimer(db: Db, scope: Scope): Promise<TimerDto | null> {
  const row = await visibleEntries(db, scope, 'own')
    .where((eb) => eb.or([eb('time_entries.ended_at', 'is', null), eb('time_entries.paused', '=', 1)]))
    .executeTakeFirst()
  if (row === undefined) return null
  const session = await db
    .selectFrom('time_entries')
    .select((eb) => eb.fn.sum<number>('duration_seconds').as('seconds'))
    .where('session_id', '=', row.session_id)
    .where('user_id', '=', scope.userId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  const entry = toEntry(row, scope, scope.zone)
  const earlier = session?.seconds ?? 0
  const running = row.ended_at === null
  return {
    state: running ? 'running' : 'paused',
    entry,
    earlier_seconds: earlier,
    elapsed_seconds: earlier + (running ? entry.duration_seconds : 0),
    long_running: running && isLongRun(row.started_at, scope.now),
  }
}

const CSV_COLUMNS = [
  'Date',
  'Start',
  'End',
  'Hours',
  'Person',
  'Project',
  'Task',
  'Note',
  'Billable',
  'State',
]

/** The filtered entries as CSV: a byte order mark, and cells no spreadsheet takes for a formula. */
export async function exportEntries(db: Db, scope: Scope, input: ExportInput): Promise<CsvFile> {
  const timezone = input.timezone ?? scope.zone
  const rows = await filteredEntries(db, scope, input, timezone)
    .limit(MAX_EXPORT_ROWS + 1)
    .execute()
  if (rows.length > MAX_EXPORT_ROWS) {
    throw new AppError('BAD_REQUEST', `Choose a shorter period: at most ${MAX_EXPORT_ROWS} entries fit.`)
  }
  const records = rows.map((row) => {
    const entry = toEntry(row, scope, timezone)
    const clock = (instant: string | null) =>
      instant === null || entry.kind === 'duration' ? '' : toZoned(instant, timezone).toString().slice(11, 16)
    return [
      entry.date,
      clock(entry.started_at),
      clock(entry.ended_at),
      formatHours(entry.duration_seconds).slice(0, -1),
      entry.user_name,
      entry.project?.name ?? '',
      entry.task?.title ?? '',
      entry.note ?? '',
      entry.billable ? 'yes' : 'no',
      entry.ended_at === null ? 'running' : (entry.locked ?? 'open'),
    ]
  })
  const csv = stringify([CSV_COLUMNS, ...records], { bom: true, escape_formulas: true })
  return { filename: `work-log-${dateOf(scope.now, timezone)}.csv`, csv }
}

function filteredEntries(db: Db, scope: Scope, input: ExportInput, timezone: string) {
  const { from, to, project_id, user_id, billable } = input
  return visibleEntries(db, scope, input.whose)
    .$if(!!from, (query) => query.where('time_entries.started_at', '>=', startOfDay(from ?? '', timezone)))
    .$if(!!to, (query) =>
      query.where('time_entries.started_at', '<', startOfDay(addCalendarDays(to ?? '', 1), timezone)),
    )
    .$if(!!project_id, (query) => query.where('time_entries.project_id', '=', project_id ?? ''))
    .$if(!!user_id, (query) => query.where('time_entries.user_id', '=', user_id ?? ''))
    .$if(billable != null, (query) => query.where('time_entries.billable', '=', toFlag(billable === true)))
    .orderBy('time_entries.started_at', 'desc')
    .orderBy('time_entries.id', 'desc')
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof visibleEntries>['executeTakeFirstOrThrow']>>

/**
 * Owners see their agency's time, the platform's administrator all of it, contributors their own. A client
 * sees the time of own projects that share it; everybody sees what they logged themselves.
 */
function visibleEntries(db: Db, scope: Scope, whose: 'own' | 'agency') {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  const ownOnly = whose === 'own' || (clientId === null && !seesAgencyTime(scope))
  return db
    .selectFrom('time_entries')
    .innerJoin('profiles', 'profiles.user_id', 'time_entries.user_id')
    .leftJoin('agencies', 'agencies.id', 'time_entries.agency_id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'time_entries.agency_id')
        .onRef('projects.id', '=', 'time_entries.project_id'),
    )
    .leftJoin('tasks', (join) =>
      join
        .onRef('tasks.agency_id', '=', 'time_entries.agency_id')
        .onRef('tasks.id', '=', 'time_entries.task_id'),
    )
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .select([
      'time_entries.id',
      'time_entries.agency_id',
      'agencies.name as agency_name',
      'time_entries.user_id',
      'profiles.name as user_name',
      'time_entries.project_id',
      'projects.name as project_name',
      'time_entries.task_id',
      'tasks.title as task_title',
      'time_entries.session_id',
      'time_entries.kind',
      'time_entries.note',
      'time_entries.started_at',
      'time_entries.ended_at',
      'time_entries.paused',
      'time_entries.duration_seconds',
      'time_entries.billable',
      'time_entries.billing_rate',
      'time_entries.cost_rate',
      'timesheets.status as timesheet_status',
      'time_entries.invoice_id',
      'time_entries.payout_id',
      'time_entries.version',
      'time_entries.created_at',
    ])
    .$if(ownOnly, (query) => query.where('time_entries.user_id', '=', scope.userId))
    .$if(!ownOnly && agencyId !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('time_entries.agency_id', '=', agencyId), eb('time_entries.user_id', '=', scope.userId)]),
      ),
    )
    .$if(!ownOnly && clientId !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('time_entries.user_id', '=', scope.userId),
          eb.and([eb('projects.assigned_client_id', '=', clientId), eb('projects.share_hours', '=', 1)]),
        ]),
      ),
    )
}

const seesAgencyTime = (scope: Scope): boolean => isPlatformAdmin(scope) || scope.role === 'agency_admin'

function toEntry(row: EntryRow, scope: Scope, timezone: string): TimeEntryDto {
  const isOwn = row.user_id === scope.userId
  const now = toInstant(scope.now)
  return {
    id: row.id,
    agency_id: row.agency_id,
    agency_name: row.agency_name,
    user_id: row.user_id,
    user_name: row.user_name,
    project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? '' },
    task: row.task_id === null || row.task_title === null ? null : { id: row.task_id, title: row.task_title },
    kind: row.kind,
    note: row.note,
    date: dateOf(row.started_at, timezone),
    started_at: row.started_at,
    ended_at: row.ended_at,
    paused: fromFlag(row.paused),
    duration_seconds: row.ended_at === null ? secondsBetween(row.started_at, now) : row.duration_seconds,
    billable: fromFlag(row.billable),
    billing_rate: seesAgencyTime(scope) ? row.billing_rate : null,
    cost_rate: seesAgencyTime(scope) || (isOwn && scope.role === 'employee') ? row.cost_rate : null,
    locked: lockOf(row),
    is_own: isOwn,
    version: row.version,
    created_at: row.created_at,
  }
}
