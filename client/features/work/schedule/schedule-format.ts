import { spaced } from '#client/lib/labels.ts'
import { formatDate, formatTime } from '#client/lib/time/dates.ts'
import { lateDayOf } from '#client/lib/time/shorter-months.ts'
import { wallDate } from '#client/lib/time/wall-time.ts'
import { formatCardDate, formatLongDate, formatWeekday } from '#shared/base/format.ts'
import type { Reply, Weekday } from '#shared/work/schedule.ts'
import type { EventDto, Recurrence } from '#shared/work/schemas/schedule.ts'
import { daysOf } from './calendar/grid-range.ts'

export const REPLY_LABELS: Record<Reply, string> = {
  waiting: 'No response yet',
  accepted: 'Accepted',
  tentative: 'Maybe',
  declined: 'Declined',
}

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
}

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const

/** "Every month on the 31st, or the last day of shorter months", "Every 2 weeks on Mon, Wed until Mar 20, 2026" */
export function describeRecurrence(recurrence: Recurrence): string {
  const { frequency, interval, weekdays, until, count } = recurrence
  const unit = UNITS[frequency]
  const parts = [interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`]
  if (frequency === 'weekly' && weekdays.length > 0) {
    parts.push(`on ${weekdays.map((day) => WEEKDAY_LABELS[day]).join(', ')}`)
  }
  const day = frequency === 'monthly' ? lateDayOf(recurrence.month_day ?? 0) : null
  if (day !== null) parts.push(day)
  if (until) parts.push(`until ${formatDate(until)}`)
  else if (count) parts.push(`${count} times`)
  return parts.join(' ')
}

/** With the series' time zone if its days differ from those in the viewer's: "Every week on Mon, in Asia/Kolkata" */
export function describeSeries(
  { recurrence, timezone, occurrence_start }: Pick<EventDto, 'recurrence' | 'timezone' | 'occurrence_start'>,
  zone: string,
): string | null {
  if (recurrence === null) return null
  const isSameDay = wallDate(occurrence_start, timezone) === wallDate(occurrence_start, zone)
  return `${describeRecurrence(recurrence)}${isSameDay ? '' : `, in ${spaced(timezone)}`}`
}

/** "09:00 – 17:00" on its day, "09:00 – Mar 12 17:00" on the first of its days, "Mar 10 09:00 – 17:00" on the last. */
export function formatSpan(
  event: Pick<EventDto, 'starts_at' | 'ends_at'>,
  { day, zone }: { day: string; zone: string },
): string {
  const isOneDay = daysOf(event, zone).length === 1
  const onDay = (instant: string) => {
    const date = wallDate(instant, zone)
    return `${isOneDay || date === day ? '' : `${formatCardDate(date)} `}${formatTime(instant, zone)}`
  }
  return `${onDay(event.starts_at)} – ${onDay(event.ends_at)}`
}

/** "Saturday, November 21, 2026" */
export const formatDay = (date: string): string => `${formatWeekday(date)}, ${formatLongDate(date)}`
