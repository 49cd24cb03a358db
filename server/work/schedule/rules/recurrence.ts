import { RRuleTemporal } from 'rrule-temporal'
import { dayOfRhythm, shiftDate } from '#shared/base/calendar.ts'
import { WEEKDAYS, type Weekday } from '#shared/work/schedule.ts'
import type { Recurrence } from '#shared/work/schemas/schedule.ts'
import { dateOf, fromWallTime, startOfDay, toWallTime, toZoned } from '../../../base/adapters/zone.ts'
import { dateOfDay, dayNumber, daysOf, parseDateRule } from './dates.ts'

/** A series as stored: its start and rule, which apply in local time of the zone. */
export interface Series {
  starts_at: string
  timezone: string
  rrule: string
}

const isoText = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString()

/** The rule in RFC 5545, in which the 31st alone skips shorter months instead of taking their last day. */
export const standardRule = (rrule: string): string =>
  rrule.replace(/BYMONTHDAY=(29|30|31)\b/, (_, day: string) => {
    const days = [28, 29, 30, 31].filter((candidate) => candidate <= Number(day))
    return `BYMONTHDAY=${days.join(',')};BYSETPOS=-1`
  })

/**
 * The rule as every calendar reads it. Some don't support BYSETPOS with days of the month, so for the 29th and 30th the
 * starts in February, up to the horizon, are listed apart.
 */
export function calendarRule(series: Series, horizon: string): { rrule: string; apart: string[] } {
  const { rrule, timezone, starts_at } = series
  const day = fromRrule(rrule, timezone).month_day ?? 0
  if (day < 29 || day > 30) return { rrule: rrule.replace('BYMONTHDAY=31', 'BYMONTHDAY=-1'), apart: [] }
  const starts = startsBetween(series, starts_at, horizon)
  return { rrule, apart: starts.filter((start) => Number(dateOf(start, timezone).slice(8)) < day) }
}

const CLOCK = /;BYHOUR=(\d+);BYMINUTE=(\d+)/

/** The written time of a series whose first start a clock change postponed, as `02:30`; undefined for others. */
export function clockOf({ rrule }: Pick<Series, 'rrule'>): string | undefined {
  const [, hour, minute] = CLOCK.exec(rrule) ?? []
  return hour === undefined || minute === undefined ? undefined : `${hour}:${minute}`
}

/** The written time of a start, if a clock change postponed it to the instant; undefined otherwise. */
export function postponedFrom(
  startsAt: string,
  timezone: string,
  written: string | undefined,
): string | undefined {
  const clock = written?.slice(0, 5)
  if (clock === undefined || toWallTime(startsAt, timezone).toString().includes(`T${clock}`)) return undefined
  return fromWallTime(`${dateOf(startsAt, timezone)}T${clock}`, timezone) === startsAt ? clock : undefined
}

const clockPart = (startsAt: string, timezone: string, written: string | undefined): string =>
  postponedFrom(startsAt, timezone, written)?.replace(':', ';BYMINUTE=').replace(/^/, ';BYHOUR=') ?? ''

/** The series from one of its starts on, which a clock change may have postponed. */
export function seriesFrom<Row extends Series>(series: Row, start: string): Row {
  const [rule = '', ...until] = series.rrule.replace(CLOCK, '').split(/(?=;UNTIL=)/)
  const clock = clockPart(start, series.timezone, timeOf(series))
  return { ...series, starts_at: start, rrule: [rule, clock, ...until].join('') }
}

/** The local time of all starts that no clock change postpones. */
export const timeOf = (series: Series): string =>
  clockOf(series) ?? toWallTime(series.starts_at, series.timezone).toPlainTime().toString()

const ruleOf = (series: Series) =>
  new RRuleTemporal({
    rruleString: standardRule(series.rrule.replace(CLOCK, '')),
    dtstart: toZoned(series.starts_at, series.timezone),
    tzid: series.timezone,
    temporal: Temporal,
  })

/** Starts of the series within the half-open range, in order. */
export function startsBetween(series: Series, from: string, to: string): string[] {
  const { starts_at, timezone, rrule } = series
  const until = /UNTIL=([^;]+)/.exec(rrule)?.[1]
  const [earliest, last] = [
    from > starts_at ? from : starts_at,
    until === undefined ? null : untilInstant(until),
  ]
  if (earliest >= to || (last !== null && earliest > last)) return []
  const time = timeOf(series)
  const first = dayNumber(dateOf(starts_at, timezone))
  // If clocks change at midnight, a start may belong to the day before or after.
  const [firstDay, lastDay] = [dayNumber(dateOf(earliest, timezone)) - 1, dayNumber(dateOf(to, timezone)) + 1]
  const starts: string[] = []
  for (const day of daysOf(parseDateRule(rrule, first), first, firstDay, lastDay)) {
    const start = fromWallTime(`${dateOfDay(day)}T${time}`, timezone)
    if (start >= to || (last !== null && start > last)) break
    if (start >= earliest) starts.push(start)
  }
  return starts
}

export const isStartOf = (series: Series, start: string): boolean =>
  startsBetween(series, start, isoText(Date.parse(start) + 1)).includes(start)

/** The rule's first start on or after the requested one; null if the rule never matches. */
export function firstStart(series: Series): string | null {
  const first = ruleOf(series).next(new Date(Date.parse(series.starts_at) - 1))
  if (first === null) return null
  const { timezone } = series
  return fromWallTime(`${dateOf(isoText(first.epochMilliseconds), timezone)}T${timeOf(series)}`, timezone)
}

export const weekdayOf = (instant: string, timezone: string): Weekday =>
  WEEKDAYS[toWallTime(instant, timezone).dayOfWeek - 1] ?? 'MO'

/**
 * The rule as stored. A count is converted to the date of the last occurrence, so that a series can be split. `clock`
 * is the written time, if a clock change postponed the start.
 */
export function toRrule(recurrence: Recurrence, startsAt: string, timezone: string, clock?: string): string {
  const { frequency, interval } = recurrence
  const parts = [`FREQ=${frequency.toUpperCase()}`]
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (frequency === 'weekly') {
    const chosen = recurrence.weekdays.length > 0 ? recurrence.weekdays : [weekdayOf(startsAt, timezone)]
    parts.push(`BYDAY=${WEEKDAYS.filter((day) => chosen.includes(day)).join(',')}`)
  }
  if (frequency === 'monthly') {
    parts.push(`BYMONTHDAY=${dayOfRhythm(dateOf(startsAt, timezone), recurrence.month_day)}`)
  }
  const rrule = parts.join(';')
  const until = recurrence.until ?? untilOfCount({ starts_at: startsAt, timezone, rrule }, recurrence.count)
  return `${rrule}${clockPart(startsAt, timezone, clock)}${until === null ? '' : `;UNTIL=${untilText(until, timezone)}`}`
}

function untilOfCount(series: Series, count: number | null | undefined): string | null {
  if (!count) return null
  const first = dayNumber(dateOf(series.starts_at, series.timezone))
  let counted = 0
  // By days, because a rule would leave out those on which a clock change skips the time.
  for (const day of daysOf(parseDateRule(series.rrule, first), first, first, Number.MAX_SAFE_INTEGER)) {
    counted += 1
    if (counted === count) return dateOfDay(day)
  }
  return null
}

const untilText = (date: string, timezone: string): string => {
  const end = isoText(Date.parse(startOfDay(shiftDate(date, 1), timezone)) - 1000)
  return `${end.slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Parses what `toRrule` produced. */
export function fromRrule(rrule: string, timezone: string): Recurrence {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]))
  const [until, monthDay] = [parts.get('UNTIL'), parts.get('BYMONTHDAY')]
  return {
    frequency: (parts.get('FREQ') ?? 'DAILY').toLowerCase() as Recurrence['frequency'],
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays: (parts.get('BYDAY')?.split(',') ?? []) as Weekday[],
    month_day: monthDay === undefined ? null : Number(monthDay),
    until: until === undefined ? null : dateOf(untilInstant(until), timezone),
    count: null,
  }
}

const untilInstant = (text: string): string =>
  text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z')

/** An upper bound of the series' end; null if it is unlimited. */
export function seriesEnd(rrule: string, durationMs: number): string | null {
  const until = /UNTIL=([^;]+)/.exec(rrule)?.[1]
  return until === undefined ? null : isoText(Date.parse(untilInstant(until)) + durationMs)
}
