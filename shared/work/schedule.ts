export const EVENT_TYPES = ['meeting', 'call', 'review', 'focus', 'other'] as const
export type EventType = (typeof EVENT_TYPES)[number]
export const EVENT_TYPE_LABELS: Record<EventType, string> = {
  meeting: 'Meeting',
  call: 'Call',
  review: 'Review',
  focus: 'Blocked time',
  other: 'Other',
}

export const EVENT_STATUSES = ['confirmed', 'pending'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const REPLIES = ['waiting', 'accepted', 'tentative', 'declined'] as const
export type Reply = (typeof REPLIES)[number]

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Which occurrences of a repeating event a change applies to. */
export const EDIT_SCOPES = ['this', 'following', 'all'] as const
export type EditScope = (typeof EDIT_SCOPES)[number]

export const MAX_RANGE_DAYS = 62
export const MAX_OCCURRENCES = 2000
/** The maximum number of tasks and invoices shown in a range. */
export const MAX_DUES = 2000
/** The maximum number of events in a calendar feed. */
export const MAX_FEED_EVENTS = 2000
/** The maximum number of recurring events that haven't ended. */
export const MAX_SERIES_OF_PERSON = 100
export const MAX_SERIES_OF_AGENCY = 500

export interface AttendeeDto {
  kind: 'user' | 'client'
  id: string
  name: string
  reply: Reply
}

/** A due task or invoice shown in the calendar. */
export interface DueDto {
  kind: 'task' | 'invoice'
  id: string
  title: string
  date: string
  done: boolean
  project_id: string | null
}

export interface ScheduleCounters {
  today: number
  tomorrow: number
  /** Including today. */
  next_7_days: number
  /** The current date in the zone. */
  date: string
  timezone: string
}

export interface ScheduleFeedDto {
  active: boolean
  created_at: string | null
  last_read_at: string | null
}
