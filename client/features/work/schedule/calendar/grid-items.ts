import type { ScheduleEventData } from '@mantine/schedule'
import dayjs, { type Dayjs } from 'dayjs'
import { formatTime } from '#client/lib/time/dates.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { DueDto } from '#shared/work/schedule.ts'
import type { EventDto, ScheduleRange } from '#shared/work/schemas/schedule.ts'
import { wallText } from './grid-range.ts'

export const keyOf = (event: EventDto): string => `${event.id} ${event.occurrence_start}`
export const dueKey = (due: DueDto): string => `${due.kind} ${due.id} ${due.date}`

/** The week grid shows the time by position; the month grid needs it in the title. */
export function toItems({ events, dues }: ScheduleRange, zone: string, timed: boolean): ScheduleEventData[] {
  return [
    ...events.map((event) => ({
      id: keyOf(event),
      title: timed ? `${formatTime(event.starts_at, zone)} ${event.title}` : event.title,
      ...shownTimes(event, zone),
      color: 'pine',
      payload: { tone: event.status },
    })),
    ...dues.map((due) => ({
      id: dueKey(due),
      title: `Due: ${due.title}`,
      start: `${due.date} 00:00:00`,
      end: `${shiftDate(due.date, 1)} 00:00:00`,
      color: 'pine',
      payload: { tone: 'due' },
    })),
  ]
}

/**
 * The library reads local times on the browser's clock and refuses an end before its start, as in the night that
 * clocks go back. Such an event is shown with its length.
 */
function shownTimes({ starts_at, ends_at }: EventDto, zone: string): { start: string; end: string } {
  const shown = (instant: string) => textOf(dayjs(wallText(instant, zone)))
  const [start, end] = [shown(starts_at), shown(ends_at)]
  if (end > start) return { start, end }
  const length = Date.parse(ends_at) - Date.parse(starts_at)
  const later = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + length).toISOString()
  return { start, end: `${later.slice(0, 10)} ${later.slice(11, 19)}` }
}

const textOf = (moment: Dayjs): string => `${moment.format('YYYY-MM-DD')} ${moment.format('HH:mm')}:00`
