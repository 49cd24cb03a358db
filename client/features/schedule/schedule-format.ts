import dayjs from 'dayjs'
import { formatDate } from '#client/lib/dates.ts'
import type { Recurrence, Reply, Weekday } from '#shared/schedule.ts'

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

/** "30 min", "1 h", "1 h 30 min" */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const

/** "Every 2 weeks on Mon, Wed until Mar 20, 2026" */
export function describeRecurrence(recurrence: Recurrence): string {
  const { frequency, interval, weekdays, until, count } = recurrence
  const unit = UNITS[frequency]
  const parts = [interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`]
  if (frequency === 'weekly' && weekdays.length > 0) {
    parts.push(`on ${weekdays.map((day) => WEEKDAY_LABELS[day]).join(', ')}`)
  }
  if (until) parts.push(`until ${formatDate(until)}`)
  else if (count) parts.push(`${count} times`)
  return parts.join(' ')
}

/** "Saturday, November 21, 2026" */
export const formatDay = (date: string): string => dayjs(date).format('dddd, MMMM D, YYYY')
