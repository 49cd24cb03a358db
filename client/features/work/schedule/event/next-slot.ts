import { today } from '#client/lib/time/dates.ts'
import { wallClock } from '#client/lib/time/wall-time.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { Slot } from './event-values.ts'

const HOURS = 24
const MORNING = 9

/** The default start of a new event: the next full hour today, the morning on other days and instead of midnight. */
export function nextSlot(date: string, zone: string): Slot {
  const next = Number(wallClock(new Date().toISOString(), zone).slice(0, 2)) + 1
  if (date === today(zone) && next === HOURS) return slotAt(shiftDate(date, 1), MORNING)
  return slotAt(date, date === today(zone) ? next : MORNING)
}

function slotAt(date: string, hour: number): Slot {
  const clock = (value: number) => `${String(value % HOURS).padStart(2, '0')}:00`
  return { date, start: clock(hour), end: clock(hour + 1) }
}
