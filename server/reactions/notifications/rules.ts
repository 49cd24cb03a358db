import { toZoned } from '../../adapters/zone.ts'
import { addMinutes } from '../../db/values.ts'

const DIGEST_HOUR = 8

/** Eight o'clock of the day in that zone, once it has come; null before. */
export function digestCutoff(now: Date, timezone: string): Date | null {
  const { hour, minute } = toZoned(now, timezone)
  const minutes = (hour - DIGEST_HOUR) * 60 + minute
  return minutes < 0 ? null : addMinutes(now, -minutes)
}
