import { endFromWall, fromWall } from '#client/lib/time/from-wall.ts'
import { wallClock, wallDate } from '#client/lib/time/wall-time.ts'
import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import { formatDuration } from '#shared/base/format.ts'
import { shownSeconds } from '#shared/time/durations.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

export type EntryTime =
  | { kind: 'duration'; date: string; duration: string }
  | { kind: 'interval'; start: string; end: string }
  | { kind: 'keep' }

type EntryTimes = Exclude<EntryTime, { kind: 'keep' }>
type Interval = Extract<EntryTime, { kind: 'interval' }>

export const dayOf = (wall: string): string => wall.slice(0, 10)
export const clockOf = (wall: string): string => wall.slice(11, 16)

/**
 * An entry's times as form values; those of a new one are a duration on the date. An end on the next day at an
 * earlier time has the date of the start, as `entrySaveInput` reads it.
 */
export function timeOf(entry: TimeEntryDto | null, date: string, zone: string): EntryTime {
  if (entry === null) return { kind: 'duration', date, duration: '' }
  if (entry.ended_at === null) return { kind: 'keep' }
  const day = wallDate(entry.started_at, zone)
  if (entry.kind === 'duration') {
    return { kind: 'duration', date: day, duration: formatDuration(shownSeconds(entry.duration_seconds)) }
  }
  const [start, end] = [wallClock(entry.started_at, zone), wallClock(entry.ended_at, zone)]
  const endDay = wallDate(entry.ended_at, zone)
  const time = { kind: 'interval' as const, start: `${day}T${start}`, end: `${endDay}T${end}` }
  const sameDay = { ...time, end: `${day}T${end}` }
  return endDay === shiftDate(day, 1) && endsNextDay(sameDay, zone, entry.started_at) ? sameDay : time
}

/** The same times on another day. */
export function moveTo(time: EntryTimes, date: string): EntryTimes {
  if (time.kind === 'duration') return { ...time, date }
  const endDate = shiftDate(dayOf(time.end), daysBetween(dayOf(time.start), date))
  return { ...time, start: `${date}T${clockOf(time.start)}`, end: `${endDate}T${clockOf(time.end)}` }
}

/** Whether the end is on the day after its date: not if it occurs again after the start when clocks go back. */
export function endsNextDay(time: Interval, zone: string, startedAt?: string): boolean {
  const [date, start, clock] = [dayOf(time.start), clockOf(time.start), clockOf(time.end)]
  if (date !== dayOf(time.end) || clock === '' || clock >= start) return false
  const from = fromWall(date, start, zone, startedAt)
  const end = endFromWall(from, { date, clock }, zone)
  return end <= from || wallClock(end, zone) !== clock
}
