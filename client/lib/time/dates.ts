import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import utc from 'dayjs/plugin/utc'
import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone, wallTimeInZone } from '#shared/base/dates.ts'
import { formatCardDate, formatDate } from '#shared/base/format.ts'

dayjs.extend(utc)
dayjs.extend(relativeTime)

/** Calendar dates (YYYY-MM-DD) have no time zone; instants (ISO UTC) are shown in the user's time zone. */
export { formatCardDate, formatDate }

/** The local date and time in the zone, for formatting and comparing; the offset from UTC is lost. */
export const inZone = (instant: string, zone: string) => dayjs.utc(wallTimeInZone(new Date(instant), zone))
export const formatInstantDate = (instant: string, zone: string): string =>
  formatDate(inZone(instant, zone).format('YYYY-MM-DD'))
export const formatTime = (instant: string, zone: string): string => inZone(instant, zone).format('HH:mm')
export const formatInstant = (instant: string, zone: string): string =>
  `${formatInstantDate(instant, zone)} ${formatTime(instant, zone)}`
export const fromNow = (instant: string): string => dayjs(instant).fromNow()

/** "Today", "Yesterday" or the date. */
export function dayName(day: string, zone: string): string {
  const now = today(zone)
  if (day === now) return 'Today'
  return day === shiftDate(now, -1) ? 'Yesterday' : formatDate(day)
}

/** Today's calendar date in the zone. */
export const today = (zone: string): string => dateInZone(new Date(), zone)
