/**
 * Time in a zone: days, weeks and wall clocks. Days are half-open, their length is what the zone makes of
 * it (23 to 25 hours), and a wall time that a change of clocks skips or repeats resolves as calendars do.
 */

import { shiftDate } from '#shared/calendar.ts'

export interface InstantRange {
  /** Inclusive, ISO UTC. */
  from: string
  /** Exclusive, ISO UTC. */
  to: string
}

const isoText = (instant: Temporal.Instant): string => new Date(instant.epochMilliseconds).toISOString()

export const dateOf = (instant: string | Date, timezone: string): string =>
  toZoned(instant, timezone).toPlainDate().toString()

export const toZoned = (instant: string | Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(new Date(instant).getTime()).toZonedDateTimeISO(timezone)

/** The instant a day begins in the zone, which need not be midnight. */
export const startOfDay = (date: string, timezone: string): string =>
  isoText(Temporal.PlainDate.from(date).toZonedDateTime(timezone).toInstant())

/** From the first day's begin to the last day's end, both days included. */
export const daysRange = (from: string, to: string, timezone: string): InstantRange => ({
  from: startOfDay(from, timezone),
  to: startOfDay(shiftDate(to, 1), timezone),
})

/** The instant at which clocks in the zone show the wall time (YYYY-MM-DDTHH:mm). */
export const fromWallTime = (wall: string, timezone: string): string =>
  isoText(Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone).toInstant())

export const toWallTime = (instant: string, timezone: string): Temporal.PlainDateTime =>
  toZoned(instant, timezone).toPlainDateTime()

/** Seconds two half-open stretches share. */
export function overlapSeconds(stretch: InstantRange, range: InstantRange): number {
  const from = Math.max(Date.parse(stretch.from), Date.parse(range.from))
  const to = Math.min(Date.parse(stretch.to), Date.parse(range.to))
  return Math.max(0, Math.floor(to / 1000) - Math.floor(from / 1000))
}
