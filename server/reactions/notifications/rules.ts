import { addMinutes } from '../../db/values.ts'

const DIGEST_HOUR = 8

/** Eight o'clock of the day in that zone, once it has come; null before. */
export function digestCutoff(now: Date, timezone: string): Date | null {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const minutes = (read('hour') - DIGEST_HOUR) * 60 + read('minute')
  return minutes < 0 ? null : addMinutes(now, -minutes)
}
