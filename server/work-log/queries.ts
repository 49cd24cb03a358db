import type { z } from 'zod'
import { weekStartOf } from '#shared/dates.ts'
import type { WeekGrid, WorkLogCounters, weekInput } from '#shared/work-log.ts'
import type { Scope } from '../auth/scope.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter } from '../db/scope-guard.ts'
import { toInstant } from '../db/values.ts'
import { addCalendarDays, dateOf, daysRange, type InstantRange, weekDays } from '../services/zone.ts'
import { secondsWithin, type TimedRow, toWeekRows } from './rules.ts'

/** Today, this calendar week and its billable part; a running timer counts up to now. */
export async function countHours(
  db: Db,
  scope: Scope,
  input: { timezone?: string | null },
): Promise<WorkLogCounters> {
  const timezone = input.timezone ?? scope.zone
  const today = dateOf(scope.now, timezone)
  const first = weekStartOf(today, scope.weekStart)
  const week = daysRange(first, addCalendarDays(first, 6), timezone)
  const rows = await ownRows(db, scope, week)
  const now = toInstant(scope.now)
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

/** The week around a date (default: this one), a row for each project. */
export async function weekGrid(db: Db, scope: Scope, input: z.output<typeof weekInput>): Promise<WeekGrid> {
  const timezone = input.timezone ?? scope.zone
  const date = input.date ?? dateOf(scope.now, timezone)
  const first = weekStartOf(date, input.week_start ?? scope.weekStart)
  const days = weekDays(first)
  const entries = await ownRows(db, scope, daysRange(first, addCalendarDays(first, 6), timezone))
  const rows = toWeekRows(entries, days, timezone, toInstant(scope.now))
  return {
    week_start: first,
    days,
    rows,
    totals: days.map((_, index) => rows.reduce((sum, row) => sum + (row.seconds[index] ?? 0), 0)),
    timezone,
  }
}

/** Seconds of the caller's current week, for dashboards. */
export async function hoursThisWeek(db: Db, scope: Scope): Promise<number> {
  return (await countHours(db, scope, {})).week_seconds
}

/** This week by project: one row for each active project the contributor is on, and each one with time. */
export async function weeklyBreakdown(
  db: Db,
  scope: Scope,
): Promise<{ project_id: string | null; project_name: string; seconds: number }[]> {
  const [grid, assigned] = await Promise.all([weekGrid(db, scope, {}), assignedProjects(db, scope)])
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

/** Decimal hours logged in all, by contributor; those without any are missing. Running time is not counted. */
export async function hoursByEmployee(
  db: Db,
  scope: Scope,
  employeeIds: readonly string[],
): Promise<Map<string, number>> {
  if (employeeIds.length === 0) return new Map()
  const agencyId = agencyFilter(scope)
  const rows = await db
    .selectFrom('time_entries')
    .select((eb) => ['employee_id', eb.fn.sum<number>('duration_seconds').as('seconds')])
    .where('employee_id', 'in', employeeIds)
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .groupBy('employee_id')
    .execute()
  return new Map(rows.map((row) => [row.employee_id ?? '', row.seconds / 3600]))
}

/** Decimal hours logged by all contributors the caller may see. */
export async function totalHours(db: Db, scope: Scope): Promise<number> {
  const agencyId = agencyFilter(scope)
  const row = await db
    .selectFrom('time_entries')
    .select((eb) => eb.fn.sum<number | null>('duration_seconds').as('seconds'))
    .where('employee_id', 'is not', null)
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .executeTakeFirstOrThrow()
  return (row.seconds ?? 0) / 3600
}

function assignedProjects(db: Db, scope: Scope): Promise<{ id: string; name: string }[]> {
  if (scope.agencyId === null || scope.employeeId === null) return Promise.resolve([])
  return db
    .selectFrom('projects')
    .innerJoin('project_assignees', (join) =>
      join
        .onRef('project_assignees.agency_id', '=', 'projects.agency_id')
        .onRef('project_assignees.project_id', '=', 'projects.id'),
    )
    .select(['projects.id', 'projects.name'])
    .where('projects.agency_id', '=', scope.agencyId)
    .where('project_assignees.employee_id', '=', scope.employeeId)
    .where('projects.archived_at', 'is', null)
    .where('projects.status', '!=', 'completed')
    .orderBy('projects.name')
    .execute()
}

/** The longest an unfinished or manual stretch may reach into a range from before it. */
const LOOK_BACK_DAYS = 31

function ownRows(db: Db, scope: Scope, range: InstantRange): Promise<TimedRow[]> {
  const earliest = toInstant(new Date(Date.parse(range.from) - LOOK_BACK_DAYS * 86_400_000))
  return db
    .selectFrom('time_entries')
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
    ])
    .where('time_entries.user_id', '=', scope.userId)
    .where('time_entries.started_at', '<', range.to)
    .where('time_entries.started_at', '>=', earliest)
    .where((eb) =>
      eb.or([eb('time_entries.ended_at', 'is', null), eb('time_entries.ended_at', '>', range.from)]),
    )
    .execute()
}
