import type { AgencyId } from '#shared/base/roles.ts'
import type { EventStatus, EventType, Reply } from '#shared/work/schedule.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    events: EventTable
    event_exceptions: EventExceptionTable
    event_attendees: EventAttendeeTable
    schedule_feeds: ScheduleFeedTable
  }
}

interface EventTable {
  id: string
  /** Null for events of the platform itself. */
  agency_id: AgencyId | null
  organizer_id: string
  title: string
  description: string | null
  type: EventType
  location: string | null
  status: EventStatus
  /** IANA time zone in which the event repeats at the same local time. */
  timezone: string
  /** Start of the first occurrence. */
  starts_at: string
  ends_at: string
  /** RFC 5545 value without the `RRULE:` prefix, but shorter months have BYMONTHDAY on their last day. */
  rrule: string | null
  /** When the last occurrence ends; null for an unlimited series. */
  last_ends_at: string | null
  reminder_minutes: number | null
  version: number
  created_at: string
  updated_at: string
}

interface EventExceptionTable {
  event_id: string
  /** The occurrence's original start, as computed from the rule. */
  occurrence_start: string
  cancelled: number
  /** Null if `cancelled`; otherwise the occurrence's own values. */
  title: string | null
  description: string | null
  type: EventType | null
  location: string | null
  status: EventStatus | null
  starts_at: string | null
  ends_at: string | null
}

interface EventAttendeeTable {
  id: string
  event_id: string
  position: number
  /** Exactly one of the two is set. */
  user_id: string | null
  client_id: string | null
  reply: Reply
}

interface ScheduleFeedTable {
  user_id: string
  /** SHA-256 of the URL's secret part, hex. */
  token_hash: string
  created_at: string
  last_read_at: string | null
}
