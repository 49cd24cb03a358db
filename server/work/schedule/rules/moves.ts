import { dayOfRhythm, daysBetween, monthsBetween, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import { WEEKDAYS, type Weekday } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import { dateOf, fromWallTime, toWallTime } from '../../../base/adapters/zone.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import { endOf } from './occurrences.ts'
import {
  fromRrule,
  postponedFrom,
  type Series,
  seriesEnd,
  startsBetween,
  timeOf,
  weekdayOf,
} from './recurrence.ts'
import { type SeriesTimes, toSeriesTimes } from './series.ts'

/** Where a start of the series moves to, and the time zone that the series then has. */
export interface Move {
  from: string
  to: string
  timezone: string
}

/** Null for a start that coincides with that of another weekday. */
type Shift = (start: string) => string | null

export interface MovedSeries {
  times: SeriesTimes
  shift: Shift
  /** Starts of the new rule that no occurrence moved to, although the rule can't omit them. */
  strays: string[]
}

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7
const LONGEST_MONTH = 31

const shiftDays = (instant: string, days: number): string => endOf(instant, days * DAY_MS)

/** Shifts an instant as another one moved in local time: 09:00 stays 09:00 across DST changes. */
export function shiftWall(instant: string, zone: string, { from, to, timezone }: Move): string {
  const delta = toWallTime(from, zone).until(toWallTime(to, timezone), { largestUnit: 'day' })
  return fromWallTime(toWallTime(instant, zone).add(delta).toString(), timezone)
}

/**
 * The series after one of its occurrences moved. Without another recurrence, all occurrences follow, apart from
 * those on other weekdays: these follow by the time of day and by whole weeks.
 */
export function moveSeries(
  series: Series,
  move: Move,
  {
    duration,
    recurrence: wanted,
    clock: written,
  }: { duration: number; recurrence: Recurrence | null | undefined; clock?: string | undefined },
): MovedSeries {
  const before = fromRrule(series.rrule, series.timezone)
  const recurrence = wanted === undefined ? before : wanted
  const days = daysOfMove(series, move)
  const clock = staysIn(series, move) ? timeOf(series) : postponedFrom(move.to, move.timezone, written)
  const shift = shiftOf(series, move, days, { recurrence, clock })
  const firsts = recurrence === null ? [series.starts_at] : firstStarts(series)
  const starts_at = inOrder(firsts.map(shift))[0] ?? move.to
  const timesOf = (after: Recurrence | null) =>
    toSeriesTimes({ starts_at, ends_at: endOf(starts_at, duration) }, after, move.timezone, clock)
  if (recurrence === null) return { times: timesOf(null), shift, strays: [] }
  const month_day = recurrence.month_day ?? before.month_day
  if (patternOf(recurrence, days.weekday) !== patternOf(before, days.weekday)) {
    return { times: timesOf({ ...recurrence, month_day }), shift, strays: [] }
  }
  const keepsEnd = !recurrence.count && (recurrence.until ?? null) === (before.until ?? null)
  const times = timesOf({
    ...recurrence,
    weekdays: moveWeekdays(before, days),
    month_day: before.frequency === 'monthly' ? dayOfRhythm(dateOf(move.to, move.timezone), month_day) : null,
    until: keepsEnd ? untilAfter(series, shift, move) : recurrence.until,
  })
  const moved = { ...times, timezone: move.timezone, rrule: times.rrule ?? '' }
  return { times, shift, strays: before.weekdays.length > 1 ? straysOf(series, moved, shift, keepsEnd) : [] }
}

/** For comparing; a weekly recurrence without weekdays has that of its start. */
function patternOf({ frequency, interval, weekdays }: Recurrence, weekday: Weekday): string {
  const chosen = frequency === 'weekly' && weekdays.length === 0 ? [weekday] : weekdays
  return [frequency, interval, ...chosen.toSorted()].join()
}

interface MoveDays {
  weekday: Weekday
  /** Days by which occurrences on that weekday move. */
  own: number
  /** The same for those on other weekdays. */
  others: number
}

function daysOfMove({ timezone }: Series, { from, to, timezone: after }: Move): MoveDays {
  const date = dateOf(from, timezone)
  const own = daysBetween(date, dateOf(to, after))
  // In another zone, all may be on another day.
  const zoned = daysBetween(date, dateOf(from, after))
  const others = zoned + Math.trunc((own - zoned) / DAYS_OF_WEEK) * DAYS_OF_WEEK
  return { weekday: weekdayOf(from, timezone), own, others }
}

const staysIn = ({ timezone }: Series, move: Move): boolean =>
  move.from === move.to && move.timezone === timezone

/** `clock` is the new local time, if a clock change may have postponed the moved start. */
function shiftOf(
  series: Series,
  move: Move,
  days: MoveDays,
  { recurrence, clock }: { recurrence: Recurrence | null; clock: string | undefined },
): Shift {
  const before = fromRrule(series.rrule, series.timezone)
  const time = clock ?? toWallTime(move.to, move.timezone).toPlainTime().toString()
  const at = (date: string) => fromWallTime(`${date}T${time}`, move.timezone)
  if (before.frequency === 'monthly' && recurrence?.frequency === 'monthly') {
    const to = dateOf(move.to, move.timezone)
    const months = monthsBetween(dateOf(move.from, series.timezone), to)
    const day = dayOfRhythm(to, recurrence.month_day ?? before.month_day)
    return (start) => at(shiftMonths(dateOf(start, series.timezone), months, day))
  }
  const isWeekly = before.frequency === 'weekly'
  const others = before.weekdays.filter((weekday) => weekday !== days.weekday)
  const target = shiftWeekday(days.weekday, days.own)
  const merges = others.some((weekday) => shiftWeekday(weekday, days.others) === target)
  return (start) => {
    const isOther = isWeekly && weekdayOf(start, series.timezone) !== days.weekday
    if (merges && !isOther) return null
    return at(shiftDate(dateOf(start, series.timezone), isOther ? days.others : days.own))
  }
}

const shiftWeekday = (weekday: Weekday, days: number): Weekday =>
  WEEKDAYS.at((WEEKDAYS.indexOf(weekday) + days) % DAYS_OF_WEEK) ?? weekday

/** Throws BAD_REQUEST if a rule for every few weeks can't have the weekdays, as they would be in different weeks. */
function moveWeekdays({ weekdays, interval }: Recurrence, { weekday, own, others }: MoveDays): Weekday[] {
  const daysOf = (day: Weekday) => (day === weekday ? own : others)
  const weeks = weekdays.map((day) => Math.floor((WEEKDAYS.indexOf(day) + daysOf(day)) / DAYS_OF_WEEK))
  if (interval > 1 && new Set(weeks).size > 1) {
    throw new AppError(
      'BAD_REQUEST',
      `This event repeats on more than one day every ${interval} weeks, so it can only move within its week. ` +
        'Choose another day, or move only this event.',
    )
  }
  return [...new Set(weekdays.map((day) => shiftWeekday(day, daysOf(day))))]
}

const inOrder = (starts: (string | null)[]): string[] => starts.filter((start) => start !== null).toSorted()

/** The first start on each weekday. */
function firstStarts(series: Series): string[] {
  const { weekdays, interval } = fromRrule(series.rrule, series.timezone)
  if (weekdays.length < 2) return [series.starts_at]
  const days = (interval + 1) * DAYS_OF_WEEK
  return [series.starts_at, ...startsBetween(series, series.starts_at, shiftDays(series.starts_at, days))]
}

/** The last day, moved along: that of the last occurrence, unless all stay on their days. */
function untilAfter(series: Series, shift: Shift, { to, timezone }: Move): string | null {
  const before = fromRrule(series.rrule, series.timezone)
  const end = seriesEnd(series.rrule, 1)
  if (end === null) return null
  const lasts = startsBetween(series, shiftDays(end, -(before.interval + 1) * LONGEST_MONTH), end)
  const moved = lasts.map(shift)
  const stays = lasts.every((start, index) => {
    const place = moved[index]
    return place != null && dateOf(place, timezone) === dateOf(start, series.timezone)
  })
  return stays ? (before.until ?? null) : dateOf(inOrder(moved).at(-1) ?? to, timezone)
}

/** At the beginning and end of a series, a weekday that moved past another can have one start too many. */
function straysOf(series: Series, moved: Series, shift: Shift, keepsEnd: boolean): string[] {
  const days = (fromRrule(series.rrule, series.timezone).interval + 1) * 2 * DAYS_OF_WEEK
  const [end, movedEnd] = [seriesEnd(series.rrule, 1), seriesEnd(moved.rrule, 1)]
  const sources = startsBetween(series, series.starts_at, shiftDays(series.starts_at, 2 * days))
  const places = startsBetween(moved, moved.starts_at, shiftDays(moved.starts_at, days))
  if (keepsEnd && end !== null && movedEnd !== null) {
    sources.push(...startsBetween(series, shiftDays(end, -2 * days), end))
    places.push(...startsBetween(moved, shiftDays(movedEnd, -days), movedEnd))
  }
  const taken = new Set(sources.map(shift))
  return [...new Set(places)].filter((start) => !taken.has(start))
}
