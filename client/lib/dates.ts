import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import utc from 'dayjs/plugin/utc'
import { shiftDate } from '#shared/calendar.ts'
import { CARD_DATE_FORMAT, DATE_FORMAT, dateInZone, MESSAGE_TIME_FORMAT } from '#shared/dates.ts'

dayjs.extend(utc)
dayjs.extend(relativeTime)

/** Calendar dates (YYYY-MM-DD) have no time zone; instants (ISO UTC) are shown in the user's time zone. */
export const formatDate = (date: string): string => dayjs(date).format(DATE_FORMAT)
export const formatCardDate = (date: string): string => dayjs(date).format(CARD_DATE_FORMAT)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** One for each zone: making it takes longer than a hundred uses of it. In Swedish, times are written as in ISO 8601. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}

/** What calendar and clock show in the zone, to be formatted and compared; its offset from UTC is lost. */
export const inZone = (instant: string, zone: string) => dayjs.utc(clockIn(zone).format(new Date(instant)))
export const formatInstantDate = (instant: string, zone: string): string =>
  inZone(instant, zone).format(DATE_FORMAT)
export const formatTime = (instant: string, zone: string): string =>
  inZone(instant, zone).format(MESSAGE_TIME_FORMAT)
export const formatInstant = (instant: string, zone: string): string =>
  inZone(instant, zone).format(`${DATE_FORMAT} ${MESSAGE_TIME_FORMAT}`)
export const fromNow = (instant: string): string => dayjs(instant).fromNow()

/** "Today", "Yesterday" or the date. */
export function dayName(day: string, zone: string): string {
  const now = today(zone)
  if (day === now) return 'Today'
  return day === shiftDate(now, -1) ? 'Yesterday' : formatDate(day)
}

/** Today's calendar date in the zone. */
export const today = (zone: string): string => dateInZone(new Date(), zone)
