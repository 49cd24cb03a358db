import { z } from 'zod'
import { calendarDate, instantText, timezoneInput } from '../../base/schemas/dates.ts'
import { optionalText, requiredText } from '../../base/schemas/text.ts'
import {
  type AttendeeDto,
  type DueDto,
  EDIT_SCOPES,
  EVENT_STATUSES,
  EVENT_TYPES,
  type EventStatus,
  type EventType,
  MAX_RANGE_DAYS,
  REPLIES,
  type Reply,
  WEEKDAYS,
} from '../schedule.ts'

export const recurrenceInput = z.strictObject({
  frequency: z.enum(['daily', 'weekly', 'monthly']),
  interval: z.int().min(1, 'Enter 1 or more').max(99).default(1),
  /** For `weekly`; empty repeats on the weekday of the start. */
  weekdays: z.array(z.enum(WEEKDAYS)).max(7).default([]),
  /**
   * For `monthly`, in which shorter months use their last day: the day of the start, unless that is the last of a
   * month without this day.
   */
  month_day: z.int().min(1).max(31).nullish(),
  /** The last possible day, or the number of occurrences; with neither, it repeats forever. */
  until: calendarDate.nullish(),
  count: z.int().min(1).max(730).nullish(),
})
export type Recurrence = z.output<typeof recurrenceInput>

const attendee = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('client'), id: z.uuid() }),
])

const times = {
  starts_at: instantText,
  /** Either the end or the duration. */
  ends_at: instantText.nullish(),
  duration_minutes: z
    .int()
    .min(1)
    .max(14 * 1440)
    .nullish(),
}

const fields = {
  title: requiredText('Please enter an event title'),
  description: optionalText(5000),
  type: z.enum(EVENT_TYPES).default('meeting'),
  location: optionalText(300),
  status: z.enum(EVENT_STATUSES).default('confirmed'),
  ...times,
  timezone: timezoneInput,
  /** The start’s local time as written, such as 02:30, which a series keeps although a clock change postpones it. */
  written_start: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish(),
  recurrence: recurrenceInput.nullish(),
  attendees: z.array(attendee).max(100, 'You can invite at most 100 people').default([]),
  reminder_minutes: z.int().min(0).max(10_080).nullish(),
}

const ENDS_AFTER = 'The end must be after the start'
const endsAfterStart = (value: { starts_at: string; ends_at?: string | null }) =>
  !value.ends_at || Date.parse(value.ends_at) > Date.parse(value.starts_at)

export const eventCreateInput = z
  .strictObject(fields)
  .refine(endsAfterStart, { message: ENDS_AFTER, path: ['ends_at'] })

/** The occurrence a change starts from: its event and its original start. */
const occurrence = {
  id: z.uuid(),
  occurrence_start: instantText,
  version: z.int(),
  scope: z.enum(EDIT_SCOPES).default('all'),
}

/** Attendees, recurrence and reminder belong to the series; `this` doesn't change them. */
export const eventUpdateInput = z
  .strictObject({ ...fields, ...occurrence })
  .refine(endsAfterStart, { message: ENDS_AFTER, path: ['ends_at'] })

export const eventMoveInput = z
  .strictObject({ ...times, ...occurrence })
  .refine(endsAfterStart, { message: ENDS_AFTER, path: ['ends_at'] })

export const eventUndoInput = z.strictObject({ undo: z.string().min(1).max(100_000) })

/** One occurrence; without a start, the next one or, if all are past, the first. */
export const eventGetInput = z.strictObject({ id: z.uuid(), occurrence_start: instantText.nullish() })

export const eventCancelInput = z.strictObject(occurrence)
export const eventReplyInput = z.strictObject({ id: z.uuid(), reply: z.enum(REPLIES).exclude(['waiting']) })

/** Both days inclusive. */
export const rangeInput = z
  .strictObject({ from: calendarDate, to: calendarDate, timezone: timezoneInput })
  .refine((value) => value.from <= value.to, {
    message: 'The range must end on or after its start date',
    path: ['to'],
  })
  .refine((value) => Date.parse(value.to) - Date.parse(value.from) < MAX_RANGE_DAYS * 86_400_000, {
    message: `Choose a range of at most ${MAX_RANGE_DAYS} days`,
    path: ['to'],
  })

export const conflictInput = z.strictObject({
  ...times,
  attendees: z.array(attendee).max(100).default([]),
  exclude_event_id: z.uuid().nullish(),
})

export const scheduleZoneInput = z.strictObject({ timezone: timezoneInput })

/** One occurrence of an event. */
export interface EventDto {
  id: string
  /** Identifies the occurrence together with `id`; equals `starts_at` unless it was moved. */
  occurrence_start: string
  starts_at: string
  ends_at: string
  duration_minutes: number
  timezone: string
  title: string
  description: string | null
  type: EventType
  location: string | null
  status: EventStatus
  agency_id: string | null
  /** Null for platform events. */
  agency_name: string | null
  organizer: { id: string; name: string }
  attendees: AttendeeDto[]
  my_reply: Reply | null
  recurrence: Recurrence | null
  /** True if this occurrence differs from its series. */
  is_exception: boolean
  reminder_minutes: number | null
  can_edit: boolean
  version: number
}

export interface ScheduleRange {
  events: EventDto[]
  dues: DueDto[]
  /** True if there are more occurrences or due items than returned. */
  truncated: boolean
  timezone: string
}
