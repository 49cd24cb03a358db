import { daysBetween, shiftDate } from '#shared/base/calendar.ts'
import type { ProjectSpan } from '#shared/overview/charts.ts'

/** The maximum range before and after today; bars beyond it are clipped. */
const MAX_DAYS = 120

export interface Window {
  from: string
  to: string
}

/** From the first start to the last delivery, always including today. */
export function windowOf(projects: readonly ProjectSpan[], today: string): Window {
  const starts = projects.map((project) => project.start_date)
  const ends = projects.map((project) => project.delivery_date)
  const from = [today, ...starts].toSorted()[0] ?? today
  const to = [today, ...ends].toSorted().at(-1) ?? today
  const [first, last] = [shiftDate(today, -MAX_DAYS), shiftDate(today, MAX_DAYS)]
  return {
    from: from < first ? first : from,
    to: to > last ? last : to < shiftDate(today, 7) ? shiftDate(today, 7) : to,
  }
}

/** A date's position in the window, from 0 to 100. */
export function placeIn({ from, to }: Window, date: string): number {
  const place = (daysBetween(from, date) / Math.max(1, daysBetween(from, to))) * 100
  return Math.min(100, Math.max(0, place))
}
