import { daysBetween, shiftDate, weekdayOf, weekStartOf } from '#shared/base/calendar.ts'
import { nearestDate, type WeekStart } from '#shared/base/dates.ts'
import { formatCardDate, formatMonth, formatShortWeekday } from '#shared/base/format.ts'
import type { Zoom } from '../task/task-search.ts'

const DAYS_OF_WEEK = 7

/** Both days included. */
export interface Days {
  from: string
  to: string
}

interface Scale {
  weeks: number
  /** The weeks shown before that of the chosen day. */
  before: number
  /** The weeks by which Prev and Next move. */
  step: number
  /** The least width of a day in px; the days fill a wider screen. */
  dayWidth: number
}

export const SCALES: Record<Zoom, Scale> = {
  week: { weeks: 2, before: 0, step: 1, dayWidth: 48 },
  month: { weeks: 8, before: 1, step: 4, dayWidth: 16 },
  quarter: { weeks: 26, before: 4, step: 13, dayWidth: 6 },
}

/** The whole weeks shown around a day, within the supported dates. */
export function windowAt(zoom: Zoom, date: string, weekStart: WeekStart): Days {
  const { weeks, before } = SCALES[zoom]
  const from = shiftDate(weekStartOf(date, weekStart), -before * DAYS_OF_WEEK)
  return { from: nearestDate(from), to: nearestDate(shiftDate(from, weeks * DAYS_OF_WEEK - 1)) }
}

/** The day that Prev and Next lead to. */
export const stepDay = (zoom: Zoom, date: string, direction: 1 | -1): string =>
  nearestDate(shiftDate(date, direction * SCALES[zoom].step * DAYS_OF_WEEK))

export const daysIn = ({ from, to }: Days): number => daysBetween(from, to) + 1

/** A place on the scale, in percent of its width. */
export interface Place {
  left: number
  width: number
  /** Whether it continues beyond the window. */
  startsBefore: boolean
  endsAfter: boolean
}

/** Where the days are on the scale; null if the window shows none of them. */
export function placeIn(window: Days, { from, to }: Days): Place | null {
  if (to < window.from || from > window.to) return null
  const [startsBefore, endsAfter] = [from < window.from, to > window.to]
  const first = startsBefore ? window.from : from
  const days = daysIn({ from: first, to: endsAfter ? window.to : to })
  const percent = 100 / daysIn(window)
  return { left: daysBetween(window.from, first) * percent, width: days * percent, startsBefore, endsAfter }
}

interface Tick extends Days {
  label: string
}

/** Groups the window's consecutive days with the same key. */
function spansBy(window: Days, keyOf: (day: string) => string | null): Days[] {
  const spans: (Days & { key: string })[] = []
  for (let day = window.from; day <= window.to; day = shiftDate(day, 1)) {
    const key = keyOf(day)
    const last = spans.at(-1)
    if (key === null) continue
    if (last?.key === key && daysBetween(last.to, day) === 1) last.to = day
    else spans.push({ key, from: day, to: day })
  }
  return spans.map(({ from, to }) => ({ from, to }))
}

/** A month's name needs this much space. */
const MONTH_WIDTH = 96

/** The months on the scale; those with little space have no label. */
export const monthTicks = (zoom: Zoom, window: Days): Tick[] =>
  spansBy(window, (day) => day.slice(0, 7)).map((days) => ({
    ...days,
    label: daysIn(days) * SCALES[zoom].dayWidth < MONTH_WIDTH ? '' : formatMonth(days.from),
  }))

/** The days of two weeks, otherwise the weeks. */
export function ticksOf(zoom: Zoom, window: Days, weekStart: WeekStart): Tick[] {
  if (zoom === 'week') {
    return spansBy(window, (day) => day).map((days) => ({
      ...days,
      label: `${formatShortWeekday(days.from)} ${dayOfMonth(days.from)}`,
    }))
  }
  return spansBy(window, (day) => weekStartOf(day, weekStart)).map((days) => ({
    ...days,
    label: zoom === 'month' ? formatCardDate(days.from) : dayOfMonth(days.from),
  }))
}

const dayOfMonth = (date: string): string => String(Number(date.slice(8)))

const [SUNDAY, SATURDAY] = [0, 6]

export const weekendsIn = (window: Days): Days[] =>
  spansBy(window, (day) => ([SUNDAY, SATURDAY].includes(weekdayOf(day)) ? 'weekend' : null))
