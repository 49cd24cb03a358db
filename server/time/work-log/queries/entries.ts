import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { toHours } from '#shared/base/amounts/money.ts'
import type { Page } from '#shared/base/paging.ts'
import type { entryExportInput, entryListInput } from '#shared/time/schemas/work-log.ts'
import type { EntriesCsv, TimeEntryDto, TimerDto } from '#shared/time/work-log.ts'
import { toCsv } from '../../../base/adapters/tables/csv.ts'
import { dateOf, toZoned } from '../../../base/adapters/zone.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import {
  afterKeys,
  type Cursor,
  decodeCursor,
  mergeNewest,
  readInPages,
  toPage,
  whereSet,
} from '../../../base/core/rows/paging.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { withoutIndex } from '../../../base/db/engines/dialect.ts'
import { fromFlag, toFlag, toInstant } from '../../../base/db/values.ts'
import { startedOn } from '../../timesheets/queries/days.ts'
import { seenRates } from '../policy.ts'
import { isLongRun, lockOf, secondsBetween } from '../rules.ts'

type ListInput = z.output<typeof entryListInput>
type ExportInput = z.output<typeof entryExportInput>

const MAX_EXPORT_ROWS = 20_000

/** The caller's own entries, or all that they can see, newest first. */
export async function listEntries(ctx: UserCtx, input: ListInput): Promise<Page<TimeEntryDto>> {
  const timezone = input.timezone ?? ctx.actor.zone
  const rows = await readNewest(ctx, input, { after: decodeCursor(input.cursor), limit: input.limit + 1 })
  return toPage(rows, input.limit, cursorOf, (row) => toEntry(row, ctx, timezone))
}

const cursorOf = (row: EntryRow): Cursor => [row.started_at, row.id]

/** The next entries after the given one, newest first. */
async function readNewest(
  ctx: UserCtx,
  input: ExportInput,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<EntryRow[]> {
  const pageBy = (instant: RawBuilder<unknown>) =>
    afterKeys(
      filteredEntries(ctx, input, input.timezone ?? ctx.actor.zone),
      [
        { by: instant, direction: 'desc' },
        { by: sql.ref('time_entries.id'), direction: 'desc' },
      ],
      after,
    ).limit(limit)
  const page = pageBy(sql.ref('time_entries.started_at'))
  const ofAgency =
    ctx.reach.kind === 'agency'
      ? page.where('time_entries.agency_id', '=', ctx.reach.agencyId)
      : ctx.reach.kind === 'client'
        ? // By project: in order of time, everyone's entries would be scanned.
          pageBy(withoutIndex('time_entries.started_at'))
            .where('time_entries.agency_id', '=', ctx.reach.agencyId)
            .where('time_entries.project_id', 'in', selectFrom(ctx, 'projects').select('projects.id'))
        : null
  const parts =
    input.whose === 'agency' && ofAgency !== null
      ? [ofAgency, page.where('time_entries.user_id', '=', shownUserId(ctx))]
      : [page]
  return mergeNewest(await Promise.all(parts.map((part) => part.execute())), cursorOf).slice(0, limit)
}

/** One entry visible to the caller; throws NOT_FOUND if missing or not accessible. */
export async function getEntry(
  ctx: UserCtx,
  id: string,
  requestedZone?: string | null,
): Promise<TimeEntryDto> {
  const row = await entryRows(ctx).where('time_entries.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This time entry')
  return toEntry(row, ctx, requestedZone ?? ctx.actor.zone)
}

/** The caller's timer, running or paused; null if there is none. */
export async function runningTimer(ctx: UserCtx): Promise<TimerDto | null> {
  const row = await entryRows(ctx)
    .where('time_entries.user_id', '=', shownUserId(ctx))
    .where((eb) => eb.or([eb('time_entries.ended_at', 'is', null), eb('time_entries.paused', '=', 1)]))
    .executeTakeFirst()
  if (row === undefined) return null
  const session = await selectFrom(ctx, 'time_entries')
    .select((eb) => eb.fn.sum<number>('duration_seconds').as('seconds'))
    .where('session_id', '=', row.session_id)
    .where('user_id', '=', shownUserId(ctx))
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

/** The filtered entries as CSV, with a byte order mark and formulas neutralized. */
export async function exportEntries(ctx: UserCtx, input: ExportInput): Promise<EntriesCsv> {
  const timezone = input.timezone ?? ctx.actor.zone
  const rows = await readInPages(
    MAX_EXPORT_ROWS + 1,
    (after, limit) => readNewest(ctx, input, { after, limit }),
    cursorOf,
  )
  if (rows.length > MAX_EXPORT_ROWS) {
    throw new AppError(
      'BAD_REQUEST',
      `Choose a shorter period: an export can have at most ${MAX_EXPORT_ROWS} entries.`,
    )
  }
  const csv = await toCsv(CSV_COLUMNS, rows, (row) => {
    const entry = toEntry(row, ctx, timezone)
    const clock = (instant: string | null) =>
      instant === null || entry.kind === 'duration' ? '' : toZoned(instant, timezone).toString().slice(11, 16)
    return {
      Date: entry.date,
      Start: clock(entry.started_at),
      End: clock(entry.ended_at),
      Hours: toHours(entry.duration_seconds),
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
    .$if(input.whose === 'own', (query) => query.where('time_entries.user_id', '=', shownUserId(ctx)))
    // Time that the agency shares with a client; their private time is the other list.
    .$if(input.whose === 'agency' && ctx.reach.kind === 'client', (query) =>
      query.where(withoutIndex('time_entries.agency_id'), '=', ctx.reach.agencyId),
    )
    .$call((query) => startedOn(query, { from, to }, timezone))
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
      'time_entries.employee_id',
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
  const isOwn = row.user_id === shownUserId(ctx)
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
