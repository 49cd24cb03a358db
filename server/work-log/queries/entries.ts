import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { shiftDate } from '#shared/calendar.ts'
import type { Page } from '#shared/paging.ts'
import {
  type CsvFile,
  type entryExportInput,
  type entryListInput,
  formatHours,
  type TimeEntryDto,
  type TimerDto,
} from '#shared/work-log.ts'
import { toCsv } from '../../adapters/csv.ts'
import { dateOf, startOfDay, toZoned } from '../../adapters/zone.ts'
import type { UserCtx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { afterCursor, decodeCursor, mergeNewest, readInPages, toPage, whereSet } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { withoutIndex } from '../../db/dialect.ts'
import { fromFlag, toFlag, toInstant } from '../../db/values.ts'
import { seenRates } from '../policy.ts'
import { isLongRun, lockOf, secondsBetween } from '../rules.ts'

type ListInput = z.output<typeof entryListInput>
type ExportInput = z.output<typeof entryExportInput>

const MAX_EXPORT_ROWS = 20_000

/** The caller's own entries, or all they may see, newest first. */
export async function listEntries(ctx: UserCtx, input: ListInput): Promise<Page<TimeEntryDto>> {
  const timezone = input.timezone ?? ctx.actor.zone
  const pageBy = (instant: 'time_entries.started_at' | RawBuilder<string>) =>
    afterCursor(
      filteredEntries(ctx, input, timezone),
      [instant as 'time_entries.started_at', 'time_entries.id'],
      decodeCursor(input.cursor),
      'desc',
    ).limit(input.limit + 1)
  const page = pageBy('time_entries.started_at')
  const ofAgency =
    ctx.reach.kind === 'agency'
      ? page.where('time_entries.agency_id', '=', ctx.reach.agencyId)
      : ctx.reach.kind === 'client'
        ? // Found by project: in the order of their time everybody's would be walked.
          pageBy(withoutIndex('time_entries.started_at'))
            .where('time_entries.agency_id', '=', ctx.reach.agencyId)
            .where('time_entries.project_id', 'in', selectFrom(ctx, 'projects').select('projects.id'))
        : null
  const parts =
    input.whose === 'agency' && ofAgency !== null
      ? [ofAgency, page.where('time_entries.user_id', '=', ctx.actor.userId)]
      : [page]
  const cursorOf = (row: EntryRow) => ({ key: row.started_at, id: row.id })
  const rows = mergeNewest(await Promise.all(parts.map((part) => part.execute())), cursorOf)
  return toPage(rows, input.limit, cursorOf, (row) => toEntry(row, ctx, timezone))
}

/** One entry the caller may see; NOT_FOUND when it is missing or foreign. */
export async function getEntry(
  ctx: UserCtx,
  id: string,
  requestedZone?: string | null,
): Promise<TimeEntryDto> {
  const row = await entryRows(ctx).where('time_entries.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This time entry')
  return toEntry(row, ctx, requestedZone ?? ctx.actor.zone)
}

/** The caller's timer, running or paused; null when there is none. */
export async function runningTimer(ctx: UserCtx): Promise<TimerDto | null> {
  const row = await entryRows(ctx)
    .where('time_entries.user_id', '=', ctx.actor.userId)
    .where((eb) => eb.or([eb('time_entries.ended_at', 'is', null), eb('time_entries.paused', '=', 1)]))
    .executeTakeFirst()
  if (row === undefined) return null
  const session = await selectFrom(ctx, 'time_entries')
    .select((eb) => eb.fn.sum<number>('duration_seconds').as('seconds'))
    .where('session_id', '=', row.session_id)
    .where('user_id', '=', ctx.actor.userId)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  const entry = toEntry(row, ctx, ctx.actor.zone)
  const earlier = session?.seconds ?? 0
  const running = row.ended_at === null
  return {
    state: running ? 'running' : 'paused',
    entry,
    earlier_seconds: earlier,
    elapsed_seconds: earlier + (running ? entry.duration_seconds : 0),
    long_running: running && isLongRun(row.started_at, ctx.now),
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
export async function exportEntries(ctx: UserCtx, input: ExportInput): Promise<CsvFile> {
  const timezone = input.timezone ?? ctx.actor.zone
  const rows = await readInPages(
    MAX_EXPORT_ROWS + 1,
    (after, limit) =>
      afterCursor(
        filteredEntries(ctx, input, timezone),
        ['time_entries.started_at', 'time_entries.id'],
        after,
      )
        .limit(limit)
        .execute(),
    (row) => ({ key: row.started_at, id: row.id }),
  )
  if (rows.length > MAX_EXPORT_ROWS) {
    throw new AppError('BAD_REQUEST', `Choose a shorter period: at most ${MAX_EXPORT_ROWS} entries fit.`)
  }
  const csv = await toCsv(CSV_COLUMNS, rows, (row) => {
    const entry = toEntry(row, ctx, timezone)
    const clock = (instant: string | null) =>
      instant === null || entry.kind === 'duration' ? '' : toZoned(instant, timezone).toString().slice(11, 16)
    return {
      Date: entry.date,
      Start: clock(entry.started_at),
      End: clock(entry.ended_at),
      Hours: formatHours(entry.duration_seconds).slice(0, -1),
      Person: entry.user_name,
      Project: entry.project?.name ?? '',
      Task: entry.task?.title ?? '',
      Note: entry.note ?? '',
      Billable: entry.billable ? 'yes' : 'no',
      State: entry.ended_at === null ? 'running' : (entry.locked ?? 'open'),
    }
  })
  return { filename: `work-log-${dateOf(ctx.now, timezone)}.csv`, csv }
}

function filteredEntries(ctx: UserCtx, input: ExportInput, timezone: string) {
  const { from, to, project_id, user_id, billable } = input
  const entries = entryRows(ctx)
    .$if(input.whose === 'own', (query) => query.where('time_entries.user_id', '=', ctx.actor.userId))
    // What the agency shares with a client; their private notes are the other list.
    .$if(input.whose === 'agency' && ctx.reach.kind === 'client', (query) =>
      query.where(withoutIndex('time_entries.agency_id'), '=', ctx.reach.agencyId),
    )
    .$if(!!from, (query) => query.where('time_entries.started_at', '>=', startOfDay(from ?? '', timezone)))
    .$if(!!to, (query) =>
      query.where('time_entries.started_at', '<', startOfDay(shiftDate(to ?? '', 1), timezone)),
    )
  const ofProject = whereSet(entries, 'time_entries.project_id', project_id)
  const ofUser = whereSet(ofProject, 'time_entries.user_id', user_id)
  return whereSet(ofUser, 'time_entries.billable', billable == null ? null : toFlag(billable))
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>

function entryRows(ctx: UserCtx) {
  return selectFrom(ctx, 'time_entries')
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
}

function toEntry(row: EntryRow, ctx: UserCtx, timezone: string): TimeEntryDto {
  const isOwn = row.user_id === ctx.actor.userId
  const rates = seenRates(ctx, isOwn)
  const now = toInstant(ctx.now)
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
    billing_rate: rates.billing ? row.billing_rate : null,
    cost_rate: rates.cost ? row.cost_rate : null,
    locked: lockOf(row),
    is_own: isOwn,
    version: row.version,
    created_at: row.created_at,
  }
}
