import { toZoned } from '../../base/adapters/zone.ts'
import { addMinutes } from '../../base/db/values.ts'

const DIGEST_HOUR = 8

/** Eight o'clock today in the zone, if it has passed; null before. */
export function digestCutoff(now: Date, timezone: string): Date | null {
  const { hour, minute } = toZoned(now, timezone)
  const minutes = (hour - DIGEST_HOUR) * 60 + minute
  return minutes < 0 ? null : addMinutes(now, -minutes)
}
