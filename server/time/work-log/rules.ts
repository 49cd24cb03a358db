import type { z } from 'zod'
import { shiftDate } from '#shared/base/calendar.ts'
import { shownSeconds } from '#shared/time/durations.ts'
import type { entrySaveInput } from '#shared/time/schemas/work-log.ts'
import {
  type EntryKind,
  LONG_RUN_HOURS,
  type LockReason,
  type WeekCell,
  type WeekGridRow,
} from '#shared/time/work-log.ts'
import {
  daysRange,
  fromWallTime,
  type InstantRange,
  overlapSeconds,
  repeatedWallTime,
  startOfDay,
  toWallTime,
} from '../../base/adapters/zone.ts'
import { AppError } from '../../base/core/calls/errors.ts'

export type EntryTime = Exclude<z.output<typeof entrySaveInput>['time'], { kind: 'keep' }>

export interface Stretch {
  started_at: string
  ended_at: string
  duration_seconds: number
}

/** The times of an entry that changes. */
export interface RecordedTimes {
  kind: EntryKind
  started_at: string
  ended_at: string
}

export const MAX_STRETCH_SECONDS = 24 * 3600

export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor(Date.parse(to) / 1000) - Math.floor(Date.parse(from) / 1000))

/**
 * The instants of a manual entry. A duration, start or end that doesn't change, to the minute, keeps its seconds.
 * Throws BAD_REQUEST if it doesn't fit.
 */
export function toStretch(time: EntryTime, timezone: string, recorded: RecordedTimes | null = null): Stretch {
  if (time.kind === 'duration') return fromNoon(time.date, exactSeconds(time.duration, recorded), timezone)
  return betweenWallTimes(time.start, time.end, timezone, recorded?.kind === 'duration' ? null : recorded)
}

function exactSeconds(entered: number, recorded: RecordedTimes | null): number {
  if (recorded?.kind !== 'duration') return entered
  const exact = secondsBetween(recorded.started_at, recorded.ended_at)
  return shownSeconds(exact) === entered ? exact : entered
}

/** More or less than 24 hours when clocks change. */
export function secondsOfDay(date: string, timezone: string): number {
  const day = daysRange(date, date, timezone)
  return secondsBetween(day.from, day.to)
}

/**
 * Starts at noon, whatever the duration, so that its day is the same in neighboring time zones; earlier only if it
 * would end on the next day.
 */
function fromNoon(date: string, seconds: number, timezone: string): Stretch {
  const day = daysRange(date, date, timezone)
  if (seconds > secondsOfDay(date, timezone)) {
    throw new AppError('BAD_REQUEST', 'Duration exceeds the length of that day.', {
      fields: { 'time.duration': 'Duration exceeds the length of that day.' },
    })
  }
  const noon = Date.parse(fromWallTime(`${date}T12:00`, timezone))
  const latest = Date.parse(day.to) - seconds * 1000
  const start = Math.min(noon, latest)
  return {
    started_at: new Date(start).toISOString(),
    ended_at: new Date(start + seconds * 1000).toISOString(),
    duration_seconds: seconds,
  }
}

/** Keeps a recorded start if the new duration fits into that day; otherwise it starts at noon. */
export function withDuration(
  entry: { kind: EntryKind; started_at: string },
  { date, duration }: { date: string; duration: number },
  timezone: string,
): Stretch {
  const end = Date.parse(entry.started_at) + duration * 1000
  const fits =
    entry.started_at >= startOfDay(date, timezone) &&
    end <= Date.parse(startOfDay(shiftDate(date, 1), timezone))
  return entry.kind === 'duration' || !fits
    ? fromNoon(date, duration, timezone)
    : { started_at: entry.started_at, ended_at: new Date(end).toISOString(), duration_seconds: duration }
}

function betweenWallTimes(
  start: string,
  end: string,
  timezone: string,
  recorded: RecordedTimes | null,
): Stretch {
  const from = toSecond(start, timezone, recorded?.started_at)
  const to = toSecond(end, timezone, recorded?.ended_at)
  const [date = '', clock = ''] = from.split('T')
  const [endDate, endClock = ''] = to.split('T')
  const started_at = fromWallTime(from, timezone, recorded?.started_at)
  // In the night that clocks go back, a later instant can have an earlier local time.
  const repeated = repeatedWallTime(to, timezone)
  const isRepeated = repeated !== null && repeated > started_at
  const wrapped =
    endDate === date && endClock < clock && !isRepeated ? `${shiftDate(date, 1)}T${endClock}` : to
  const sameTime = fromWallTime(wrapped, timezone, recorded?.ended_at)
  const ended_at = isRepeated && sameTime <= started_at ? repeated : sameTime
  const duration_seconds = secondsBetween(started_at, ended_at)
  if (duration_seconds === 0 || Date.parse(ended_at) <= Date.parse(started_at)) {
    throw new AppError('BAD_REQUEST', 'The end must be after the start.', {
      fields: { 'time.end': 'The end must be after the start.' },
    })
  }
  // Until the same time on the next day, which is an hour later when clocks go back.
  const isLonger = wrapped > `${shiftDate(date, 1)}T${clock}`
  if (duration_seconds > MAX_STRETCH_SECONDS && isLonger) {
    throw new AppError('BAD_REQUEST', 'One entry can cover at most 24 hours.', {
      fields: { 'time.end': 'One entry can cover at most 24 hours.' },
    })
  }
  return { started_at, ended_at, duration_seconds }
}

/** The local time with seconds: those recorded if its time of day is unchanged, even on another day. */
function toSecond(wall: string, timezone: string, recorded: string | undefined): string {
  const [date, clock = ''] = wall.split('T')
  const known = recorded === undefined ? null : toWallTime(recorded, timezone).toPlainTime().toString()
  return known?.startsWith(clock) ? `${date}T${known}` : Temporal.PlainDateTime.from(wall).toString()
}

/** Why an entry is locked, strongest reason first. Approval only locks contributors' time. */
export function lockOf(entry: {
  employee_id: string | null
  timesheet_status: string | null
  invoice_id: string | null
  payout_id: string | null
}): LockReason | null {
  if (entry.invoice_id !== null) return 'invoiced'
  if (entry.payout_id !== null) return 'paid_out'
  if (entry.employee_id === null) return null
  if (entry.timesheet_status === 'approved') return 'approved'
  return entry.timesheet_status === 'submitted' ? 'submitted' : null
}

/** What an entry was recorded with. */
export interface RecordedRate {
  /** Null for owners. */
  employee_id: string | null
  billing_rate: number
  cost_rate: number
}

/**
 * The billing rate of an entry on another project: that project's, otherwise its person's of the entry's day. For an
 * owner, it is the current one if the entry had a project's.
 */
export function movedRate(
  { employee_id, billing_rate, cost_rate }: RecordedRate,
  rates: { from: number | null; to: number | null; owner: number },
): number {
  if (rates.to !== null) return rates.to
  if (rates.from === null) return billing_rate
  return employee_id === null ? rates.owner : cost_rate
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

/** The rows' seconds within the range; a running entry counts up to now. */
export const secondsWithin = (rows: TimedRow[], range: InstantRange, now: string): number =>
  rows.reduce((sum, row) => sum + overlapSeconds(stretchOf(row, now), range), 0)

/** An entry as the week shows it. */
export interface WeekEntry extends TimedRow {
  id: string
  version: number
  paused: number
  locked: boolean
  project_archived_at: string | null
  task_id: string | null
  note: string | null
}

/** The seconds of entries that start in the week, in full, as timesheets count them. */
export const submittableSeconds = (entries: WeekEntry[], week: InstantRange, now: string): number =>
  entries
    .filter((entry) => !entry.locked && entry.started_at >= week.from && entry.started_at < week.to)
    .map((entry) => stretchOf(entry, now))
    .reduce((sum, { from, to }) => sum + secondsBetween(from, to), 0)

/**
 * One row per project, with each entry's share of a day in that day's column. `isOpen` says whether time can
 * be added on a day.
 */
export function toWeekRows(
  entries: WeekEntry[],
  {
    days,
    timezone,
    now,
    isOpen,
  }: { days: string[]; timezone: string; now: string; isOpen: (day: string) => boolean },
): WeekGridRow[] {
  const ranges = days.map((day) => ({ day, ...daysRange(day, day, timezone) }))
  const byProject = Map.groupBy(entries, (row) => row.project_id)
  return [...byProject.values()]
    .map((ofProject) => {
      const seconds = ranges.map((range) => secondsWithin(ofProject, range, now))
      const [first] = ofProject
      const archived = first?.project_archived_at != null
      return {
        project: first?.project_id != null ? { id: first.project_id, name: first.project_name ?? '' } : null,
        seconds,
        archived,
        cells: ranges.map((range) => toCell(ofProject, range, { now, open: !archived && isOpen(range.day) })),
        total_seconds: seconds.reduce((sum, value) => sum + value, 0),
      }
    })
    .filter((row) => row.total_seconds > 0)
    .toSorted((a, b) => (a.project?.name ?? '').localeCompare(b.project?.name ?? ''))
}

function toCell(
  entries: WeekEntry[],
  range: InstantRange,
  { now, open }: { now: string; open: boolean },
): WeekCell {
  const [only, ...others] = entries.filter((entry) => {
    const { from, to } = stretchOf(entry, now)
    return from < range.to && to > range.from
  })
  if (only === undefined) return { editable: open, entry: null }
  const isWithin = only.started_at >= range.from && only.ended_at !== null && only.ended_at <= range.to
  const editable = others.length === 0 && isWithin && only.paused === 0 && !only.locked
  return { editable, entry: editable ? { id: only.id, version: only.version } : null }
}
