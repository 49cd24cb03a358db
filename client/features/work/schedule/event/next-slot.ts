import { today } from '#client/lib/time/dates.ts'
import { wallClock } from '#client/lib/time/wall-time.ts'
import type { Slot } from './event-values.ts'

const LAST_HOUR = 22
const MORNING = 9

/** The default start of a new event: the next full hour today, the morning on other days. */
export function nextSlot(date: string, zone: string): Slot {
  const hour = Number(wallClock(new Date().toISOString(), zone).slice(0, 2)) + 1
  const start = date === today(zone) ? Math.min(hour, LAST_HOUR) : MORNING
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  return { date, start: clock(start), end: clock(start + 1) }
}
