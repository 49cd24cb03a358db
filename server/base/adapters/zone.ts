/**
 * Time-zone arithmetic: days, weeks, and local times. Days are half-open and may have 23 to 25 hours; a local
 * time that a clock change skips or repeats is resolved as calendars do.
 */

import { shiftDate } from '#shared/base/calendar.ts'

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

/** The instant at which a day begins in the zone, which isn't always midnight. */
export const startOfDay = (date: string, timezone: string): string =>
  isoText(Temporal.PlainDate.from(date).toZonedDateTime(timezone).toInstant())

/** From the start of the first day to the end of the last, both included. */
export const daysRange = (from: string, to: string, timezone: string): InstantRange => ({
  from: startOfDay(from, timezone),
  to: startOfDay(shiftDate(to, 1), timezone),
})

/**
 * The instant of a local time (YYYY-MM-DDTHH:mm) in the zone. The `recorded` instant is preserved if its local time
 * is unchanged: it has seconds. Of two possible instants when clocks go back, it is the one on the same side as the
 * one recorded that day, otherwise the earlier.
 */
export function fromWallTime(wall: string, timezone: string, recorded?: string): string {
  const local = Temporal.PlainDateTime.from(wall)
  const before = recorded === undefined ? null : toZoned(recorded, timezone)
  if (recorded !== undefined && before?.toPlainDateTime().toString().startsWith(wall)) return recorded
  const { hour, minute, second, millisecond } = local
  const zoned = before?.toPlainDate().equals(local.toPlainDate())
    ? before.with({ hour, minute, second, millisecond }, { offset: 'prefer' })
    : local.toZonedDateTime(timezone)
  return isoText(zoned.toInstant())
}

/** The later instant of a local time that occurs twice when clocks go back, otherwise null. */
export function repeatedWallTime(wall: string, timezone: string): string | null {
  const local = Temporal.PlainDateTime.from(wall)
  const later = local.toZonedDateTime(timezone, { disambiguation: 'later' })
  const isRepeated = !later.equals(local.toZonedDateTime(timezone, { disambiguation: 'earlier' }))
  return isRepeated && later.toPlainDateTime().equals(local) ? isoText(later.toInstant()) : null
}

export const toWallTime = (instant: string, timezone: string): Temporal.PlainDateTime =>
  toZoned(instant, timezone).toPlainDateTime()

/** The overlap of two half-open ranges in seconds. */
export function overlapSeconds(stretch: InstantRange, range: InstantRange): number {
  const from = Math.max(Date.parse(stretch.from), Date.parse(range.from))
  const to = Math.min(Date.parse(stretch.to), Date.parse(range.to))
  return Math.max(0, Math.floor(to / 1000) - Math.floor(from / 1000))
}
