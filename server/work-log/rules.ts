import type { z } from 'zod'
import { shiftDate } from '#shared/calendar.ts'
import type { entrySaveInput } from '#shared/work-log.ts'
import { LONG_RUN_HOURS, type LockReason, type WeekGridRow } from '#shared/work-log.ts'
import { daysRange, fromWallTime, type InstantRange, overlapSeconds, startOfDay } from '../adapters/zone.ts'
import { AppError } from '../core/errors.ts'

export type EntryTime = Exclude<z.output<typeof entrySaveInput>['time'], { kind: 'keep' }>

export interface Stretch {
  started_at: string
  ended_at: string
  duration_seconds: number
}

export const MAX_STRETCH_SECONDS = 24 * 3600

export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor(Date.parse(to) / 1000) - Math.floor(Date.parse(from) / 1000))

/**
 * The stretch of time an entry made by hand covers. A duration is laid around the day's noon, so that it
 * counts for that day in neighbouring zones as well. Throws BAD_REQUEST when it does not fit.
 */
export function toStretch(time: EntryTime, timezone: string): Stretch {
  return time.kind === 'duration'
    ? aroundNoon(time.date, time.duration, timezone)
    : betweenWallTimes(time.start, time.end, timezone)
}

function aroundNoon(date: string, seconds: number, timezone: string): Stretch {
  const day = daysRange(date, date, timezone)
  if (seconds > secondsBetween(day.from, day.to)) {
    throw new AppError('BAD_REQUEST', 'The day is not that long.', {
      fields: { 'time.duration': 'The day is not that long.' },
    })
  }
  const noon = Date.parse(fromWallTime(`${date}T12:00`, timezone))
  const latest = Date.parse(day.to) - seconds * 1000
  const start = Math.min(Math.max(noon - seconds * 500, Date.parse(day.from)), latest)
  return {
    started_at: new Date(start).toISOString(),
    ended_at: new Date(start + seconds * 1000).toISOString(),
    duration_seconds: seconds,
  }
}

function betweenWallTimes(start: string, end: string, timezone: string): Stretch {
  const [date = '', clock = ''] = start.split('T')
  const [endDate, endClock = ''] = end.split('T')
  const wrapped = endDate === date && endClock <= clock ? `${shiftDate(date, 1)}T${endClock}` : end
  const started_at = fromWallTime(start, timezone)
  const ended_at = fromWallTime(wrapped, timezone)
  const duration_seconds = secondsBetween(started_at, ended_at)
  if (duration_seconds === 0 || Date.parse(ended_at) <= Date.parse(started_at)) {
    throw new AppError('BAD_REQUEST', 'The end must be after the start.', {
      fields: { 'time.end': 'The end must be after the start.' },
    })
  }
  if (duration_seconds > MAX_STRETCH_SECONDS) {
    throw new AppError('BAD_REQUEST', 'One entry can cover at most 24 hours.', {
      fields: { 'time.end': 'One entry can cover at most 24 hours.' },
    })
  }
  return { started_at, ended_at, duration_seconds }
}

/** Why an entry may not be changed; the strongest reason first. */
export function lockOf(entry: {
  timesheet_status: string | null
  invoice_id: string | null
  payout_id: string | null
}): LockReason | null {
  if (entry.invoice_id !== null) return 'invoiced'
  if (entry.payout_id !== null) return 'paid_out'
  if (entry.timesheet_status === 'approved') return 'approved'
  return entry.timesheet_status === 'submitted' ? 'submitted' : null
}

export const isLongRun = (startedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(startedAt) > LONG_RUN_HOURS * 3_600_000

export interface TimedRow {
  started_at: string
  ended_at: string | null
  billable: number
  project_id: string | null
  project_name: string | null
}

const stretchOf = (row: TimedRow, now: string): InstantRange => ({
  from: row.started_at,
  to: row.ended_at ?? (now > row.started_at ? now : row.started_at),
})

/** Seconds of the rows that fall into the range; a running one counts up to now. */
export const secondsWithin = (rows: TimedRow[], range: InstantRange, now: string): number =>
  rows.reduce((sum, row) => sum + overlapSeconds(stretchOf(row, now), range), 0)

/** One row for each project worked on, the day's share of every entry in its column. */
export function toWeekRows(rows: TimedRow[], days: string[], timezone: string, now: string): WeekGridRow[] {
  const ranges = days.map((day) => ({
    from: startOfDay(day, timezone),
    to: startOfDay(shiftDate(day, 1), timezone),
  }))
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return [...byProject.values()]
    .map((entries) => {
      const seconds = ranges.map((range) => secondsWithin(entries, range, now))
      const [first] = entries
      return {
        project: first?.project_id != null ? { id: first.project_id, name: first.project_name ?? '' } : null,
        seconds,
        total_seconds: seconds.reduce((sum, value) => sum + value, 0),
      }
    })
    .filter((row) => row.total_seconds > 0)
    .toSorted((a, b) => (a.project?.name ?? '').localeCompare(b.project?.name ?? ''))
}
