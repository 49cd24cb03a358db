import { type EventKind, event } from '../base/events/kind.ts'
import type { EditScope } from './schedule.ts'

interface CalendarEvent {
  title: string
}

/** An attendee: a user, or a client with all its people. */
interface Attendee {
  kind: 'user' | 'client'
  id: string
}

/** What people who attend an event have to know about a change. */
interface AttendedChange {
  /** Attendees and the organizer, except those who declined; empty if the event is over. */
  people: readonly Attendee[]
  /** The changed occurrence's start, which identifies it within its series; null for other changes. */
  occurrenceStart: string | null
  /** Which events of a series change; null for a single event. */
  scope: EditScope | null
}

interface Rescheduled extends CalendarEvent, AttendedChange {
  /** Attendees whom it no longer includes, except those who declined. */
  removed: readonly Attendee[]
  changed: readonly ('time' | 'location' | 'recurrence')[]
  previousStartsAt: string
  /** The series that included the changed events before, if they are now a series of their own. */
  previousId: string
  startsAt: string
  endsAt: string
  location: string | null
}

interface Answer {
  /** Null if the event is over. */
  organizerId: string | null
  /** Whether it was declined before, and is now. */
  declined: { before: boolean; now: boolean }
  /** Null for a series. */
  startsAt: string | null
}

const CALENDAR = { subject: 'event', touches: ['schedule'] } as const

export const SCHEDULE_EVENTS = {
  'event.created': event<CalendarEvent>({
    ...CALENDAR,
    effect: 'adds',
    activity: ({ title }) => `${title} scheduled`,
  }),
  'event.updated': event<Rescheduled>({
    ...CALENDAR,
    effect: 'sets',
    announces: true,
    activity: ({ title }) => `${title} updated`,
    notifies: ['event_changed'],
  }),
  'event.moved': event<Rescheduled>({
    ...CALENDAR,
    effect: 'sets',
    announces: true,
    activity: ({ title }) => `${title} moved`,
    notifies: ['event_changed'],
  }),
  'event.move-undone': event<Rescheduled>({
    ...CALENDAR,
    effect: 'sets',
    activity: ({ title }) => `${title} moved back`,
    notifies: ['event_changed'],
  }),
  'event.cancelled': event<CalendarEvent & AttendedChange & { startsAt: string }>({
    ...CALENDAR,
    effect: 'removes',
    activity: ({ title }) => `${title} canceled`,
    notifies: ['event_changed'],
  }),
  'event.invited': event<
    CalendarEvent & { people: readonly Attendee[]; startsAt: string; endsAt: string; repeats: boolean }
  >({
    ...CALENDAR,
    effect: 'commits',
    notifies: ['event_invitation'],
  }),
  'event.answered': event<CalendarEvent & Answer>({
    ...CALENDAR,
    effect: 'sets',
    notifies: ['event_declined'],
  }),
  'event.starting': event<CalendarEvent & { people: readonly Attendee[]; startsAt: string }>({
    subject: 'event',
    touches: [],
    notifies: ['event_reminder'],
  }),
} satisfies Record<string, EventKind<never>>
