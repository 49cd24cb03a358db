import { z } from 'zod'
import { endFromWall, fromWall } from '#client/lib/time/from-wall.ts'
import { calendarDate } from '#shared/base/schemas/dates.ts'
import { optionalText, requiredText } from '#shared/base/schemas/text.ts'
import {
  EDIT_SCOPES,
  EVENT_STATUSES,
  EVENT_TYPES,
  type EventType,
  WEEKDAYS,
  type Weekday,
} from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'

// Without valid times, their order isn't checked.
const clock = z.string().regex(/^\d{2}:\d{2}$/, { error: 'Please enter a valid time', abort: true })
const FREQUENCIES = ['none', 'daily', 'weekly', 'monthly'] as const
const ENDS = ['never', 'until', 'count'] as const

const fields = z
  .object({
    title: requiredText('Please enter an event title'),
    description: optionalText(5000),
    type: z.enum(EVENT_TYPES),
    status: z.enum(EVENT_STATUSES),
    location: optionalText(300),
    date: calendarDate,
    start: clock,
    end_date: calendarDate,
    end: clock,
    attendees: z.array(z.string()),
    reminder: z.string(),
    frequency: z.enum(FREQUENCIES),
    interval: z.int().min(1, 'Enter 1 or more').max(99),
    weekdays: z.array(z.enum(WEEKDAYS)),
    month_day: z.int().nullable(),
    ends: z.enum(ENDS),
    until: calendarDate.nullable(),
    count: z.int().min(1).max(730),
    scope: z.enum(EDIT_SCOPES),
    version: z.int().optional(),
  })
  .refine((value) => value.frequency === 'none' || value.ends !== 'until' || value.until !== null, {
    message: 'Please choose the last day',
    path: ['until'],
  })

/** The dialog's fields; times are in the user's time zone, those of a series in its own. */
export const eventFormSchema = (zone: string, event: EventDto | null) =>
  fields.refine((value) => isInOrder(timesOf(value, zone, event)), {
    message: 'The end must be after the start',
    path: ['end'],
  })

/** The instants of the form's times; unchanged ones are those of the event. */
export function timesOf(
  { date, start, end_date, end }: Pick<EventFormValues, 'date' | 'start' | 'end_date' | 'end'>,
  zone: string,
  event: EventDto | null,
): { starts_at: string; ends_at: string } {
  const starts_at = fromWall(date, start, zone, event?.starts_at)
  const ends_at = endFromWall(starts_at, { date: end_date, clock: end }, zone, event?.ends_at)
  return { starts_at, ends_at }
}

type End = Pick<EventFormValues, 'end_date' | 'end'>

/** The end after the start moved from one time of day to another. */
export function shiftedEnd({ end_date, end }: End, from: string, to: string): End {
  const at = (date: string, time: string) => Date.parse(`${date}T${time}Z`)
  const shifted = new Date(at(end_date, end) + at(end_date, to) - at(end_date, from)).toISOString()
  return { end_date: shifted.slice(0, 10), end: shifted.slice(11, 16) }
}

/** On the clock, an end can be before its start in the night that clocks go back. */
export const isInOrder = ({ starts_at, ends_at }: ReturnType<typeof timesOf>): boolean => ends_at > starts_at

export type EventFormValues = {
  title: string
  description: string
  type: EventType
  status: (typeof EVENT_STATUSES)[number]
  location: string
  date: string
  start: string
  end_date: string
  end: string
  /** `user:ID` or `client:ID` */
  attendees: string[]
  /** Minutes before the start; empty for none. */
  reminder: string
  frequency: (typeof FREQUENCIES)[number]
  interval: number
  weekdays: Weekday[]
  /** The series' day of the month; also applies while the date is the last day of a shorter month. */
  month_day: number | null
  ends: (typeof ENDS)[number]
  until: string | null
  count: number
  scope: (typeof EDIT_SCOPES)[number]
  version: number | undefined
}
