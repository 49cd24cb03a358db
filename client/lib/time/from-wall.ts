import { shiftDate } from '#shared/base/calendar.ts'
import { wallTimeInZone } from '#shared/base/dates.ts'

const DAY_MS = 86_400_000

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
const offsetAt = (time: number, zone: string): number =>
  Date.parse(`${wallTimeInZone(new Date(time), zone)}Z`) - Math.floor(time / 1000) * 1000

/**
 * Converts a local date and time in the zone (YYYY-MM-DD, HH:mm) to an instant (ISO UTC), as the server does: the
 * `recorded` instant stays if its local time does. A time that occurs twice is the one on the same side as the instant
 * recorded that day, otherwise the earlier; a skipped one moves forward.
 */
export function fromWall(date: string, clock: string, zone: string, recorded?: string): string {
  const known = recorded === undefined ? '' : wallTimeInZone(new Date(recorded), zone)
  if (recorded !== undefined && known.startsWith(`${date}T${clock}`)) return recorded
  const wall = Date.parse(`${date}T${clock}Z`)
  const [before, after] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]
  const [early, late] = [wall - before, wall - after]
  const isPossible = { early: offsetAt(early, zone) === before, late: offsetAt(late, zone) === after }
  const isKnownLate =
    recorded !== undefined && known.startsWith(date) && offsetAt(Date.parse(recorded), zone) === after
  const isLate = isPossible.late && (!isPossible.early || isKnownLate)
  return new Date(isLate ? late : early).toISOString()
}

/** The instant of a local end; of a time that occurs twice, the one after the start. */
export function endFromWall(
  startsAt: string,
  { date, clock }: { date: string; clock: string },
  zone: string,
  recorded?: string,
): string {
  const end = fromWall(date, clock, zone, recorded)
  if (end > startsAt) return end
  // A day later, clocks have been set back already.
  const late = new Date(Date.parse(fromWall(shiftDate(date, 1), clock, zone)) - DAY_MS)
  return wallTimeInZone(late, zone).startsWith(`${date}T${clock}`) ? late.toISOString() : end
}
