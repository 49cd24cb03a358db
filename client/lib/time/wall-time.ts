import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { inZone } from './dates.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

/** Converts a local date and time in the zone (YYYY-MM-DD, HH:mm) to an instant (ISO UTC). */
export const fromWall = (date: string, clock: string, zone: string): string =>
  dayjs.tz(`${date}T${clock}`, zone).toISOString()

export const wallDate = (instant: string, zone: string): string => inZone(instant, zone).format('YYYY-MM-DD')
export const wallClock = (instant: string, zone: string): string => inZone(instant, zone).format('HH:mm')
