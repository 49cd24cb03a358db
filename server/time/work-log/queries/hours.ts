import type { z } from 'zod'
import { shiftDate, weekDays, weekStartOf } from '#shared/base/calendar.ts'
import type { weekInput } from '#shared/time/schemas/work-log.ts'
import type { WeekGrid, WorkLogCounters } from '#shared/time/work-log.ts'
import { dateOf, daysRange, fromWallTime, type InstantRange } from '../../../base/adapters/zone.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { toInstant } from '../../../base/db/values.ts'
import {
  lockOf,
  secondsWithin,
  submittableSeconds,
  type TimedRow,
  toWeekRows,
  type WeekEntry,
} from '../rules.ts'
import { openTimes } from './work.ts'

/** Totals of today, this calendar week, and its billable part; a running timer counts up to now. */
export async function countHours(
  ctx: UserCtx,
  input: { timezone?: string | null },
): Promise<WorkLogCounters> {
  const timezone = input.timezone ?? ctx.actor.zone
  const today = dateOf(ctx.now, timezone)
  const first = weekStartOf(today, ctx.actor.weekStart)
  const week = daysRange(first, shiftDate(first, 6), timezone)
  const rows: TimedRow[] = await ownRows(ctx, week).execute()
  const now = toInstant(ctx.now)
  return {
    today_seconds: secondsWithin(rows, daysRange(today, today, timezone), now),
    week_seconds: secondsWithin(rows, week, now),
    billable_seconds: secondsWithin(
      rows.filter((row) => row.billable === 1),
      week,
      now,
    ),
    today,
    week_start: first,
    timezone,
  }
}

/** The week containing a date (default: today), with a row per project. */
export async function weekGrid(ctx: UserCtx, input: z.output<typeof weekInput>): Promise<WeekGrid> {
  const timezone = input.timezone ?? ctx.actor.zone
  const date = input.date ?? dateOf(ctx.now, timezone)
  const first = weekStartOf(date, input.week_start ?? ctx.actor.weekStart)
  const days = weekDays(first)
  const week = daysRange(first, shiftDate(first, 6), timezone)
  const [entries, isOpenAt] = await Promise.all([entriesWithin(ctx, week), openTimes(ctx, week)])
  const isOpen = (day: string) => isOpenAt(fromWallTime(`${day}T12:00`, timezone))
  const now = toInstant(ctx.now)
  const rows = toWeekRows(entries, { days, timezone, now, isOpen })
  return {
    week_start: first,
    days,
    open_days: days.map(isOpen),
    rows,
    totals: days.map((_, index) => rows.reduce((sum, row) => sum + (row.seconds[index] ?? 0), 0)),
    submittable_seconds: submittableSeconds(entries, week, now),
    timezone,
  }
}

/** Seconds of the caller's current week, for dashboards. */
export async function hoursThisWeek(ctx: UserCtx): Promise<number> {
  return (await countHours(ctx, {})).week_seconds
}

/**
 * This week by project: a row for each of the contributor's active projects and for each project with time.
 */
export async function weeklyBreakdown(
  ctx: UserCtx,
): Promise<{ project_id: string | null; project_name: string; seconds: number }[]> {
  const [grid, assigned] = await Promise.all([weekGrid(ctx, {}), assignedProjects(ctx)])
  const worked = grid.rows.map((row) => ({
    project_id: row.project?.id ?? null,
    project_name: row.project?.name ?? 'No project',
    seconds: row.total_seconds,
  }))
  const idle = assigned
    .filter((project) => !worked.some((row) => row.project_id === project.id))
    .map((project) => ({ project_id: project.id, project_name: project.name, seconds: 0 }))
  return [...worked, ...idle].toSorted((a, b) => b.seconds - a.seconds)
}

function assignedProjects(ctx: UserCtx): Promise<{ id: string; name: string }[]> {
  if (ctx.reach.employeeId === null) return Promise.resolve([])
  return selectFrom(ctx, 'projects')
    .innerJoin('project_assignees', (join) =>
      join
        .onRef('project_assignees.agency_id', '=', 'projects.agency_id')
        .onRef('project_assignees.project_id', '=', 'projects.id'),
    )
    .select(['projects.id', 'projects.name'])
    .where('project_assignees.employee_id', '=', ctx.reach.employeeId)
    .where('projects.archived_at', 'is', null)
    .where('projects.status', '!=', 'completed')
    .orderBy('projects.name')
    .execute()
}

/** How far before a range a running or manual entry that reaches into it may have started. */
const LOOK_BACK_DAYS = 31

/** The caller's entries that reach into the range. */
export async function entriesWithin(ctx: UserCtx, range: InstantRange): Promise<WeekEntry[]> {
  const rows = await ownRows(ctx, range)
    .leftJoin('timesheets', (join) =>
      join
        .onRef('timesheets.agency_id', '=', 'time_entries.agency_id')
        .onRef('timesheets.id', '=', 'time_entries.timesheet_id'),
    )
    .select([
      'time_entries.id',
      'time_entries.version',
      'time_entries.paused',
      'time_entries.employee_id',
      'time_entries.invoice_id',
      'time_entries.payout_id',
      'time_entries.task_id',
      'time_entries.note',
      'timesheets.status as timesheet_status',
    ])
    .execute()
  return rows.map((row) => ({ ...row, locked: lockOf(row) !== null }))
}

function ownRows(ctx: UserCtx, range: InstantRange) {
  const earliest = toInstant(new Date(Date.parse(range.from) - LOOK_BACK_DAYS * 86_400_000))
  return selectFrom(ctx, 'time_entries')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.agency_id', '=', 'time_entries.agency_id')
        .onRef('projects.id', '=', 'time_entries.project_id'),
    )
    .select([
      'time_entries.started_at',
      'time_entries.ended_at',
      'time_entries.billable',
      'time_entries.project_id',
      'projects.name as project_name',
      'projects.archived_at as project_archived_at',
    ])
    .where('time_entries.user_id', '=', shownUserId(ctx))
    .where('time_entries.started_at', '<', range.to)
    .where('time_entries.started_at', '>=', earliest)
    .where((eb) =>
      eb.or([eb('time_entries.ended_at', 'is', null), eb('time_entries.ended_at', '>', range.from)]),
    )
}
