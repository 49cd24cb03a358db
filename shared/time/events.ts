import type { EventKind } from '../base/events/kind.ts'
import { event } from '../base/events/kind.ts'
import { formatDate } from '../base/format.ts'
import type { EditScope } from '../work/schedule.ts'

interface CalendarEvent {
  title: string
}

/** An attendee: a user, or a client with all its people. */
interface Attendee {
  kind: 'user' | 'client'
  id: string
}

/** What people who attend an event have to know of a change. */
interface AttendedChange {
  /** Attendees and the organizer, except those who declined; empty if the event is over. */
  people: readonly Attendee[]
  /** The changed occurrence's start, by which its series knows it; null for other changes. */
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

interface Sheet {
  /** The contributor whose hours they are. */
  contributorId: string
  contributorName: string
  /** The Monday of the week. */
  weekStart: string
}

const CALENDAR = { subject: 'event', touches: ['schedule'] } as const
const ENTRY = {
  subject: 'time_entry',
  touches: ['workLog', 'timesheets', 'employees', 'dashboard', 'finance'],
} as const
const SHEET = { subject: 'timesheet', touches: ['timesheets', 'workLog'] } as const

/** Events of the calendar, time entries, and timesheets. */
export const TIME_EVENTS = {
  'event.created': event<CalendarEvent>({
    ...CALENDAR,
    effect: 'adds',
    activity: ({ title }) => `${title} scheduled`,
  }),
  'event.updated': event<Rescheduled>({
    ...CALENDAR,
    effect: 'sets',
    activity: ({ title }) => `${title} updated`,
    notifies: ['event_changed'],
  }),
  'event.moved': event<Rescheduled>({
    ...CALENDAR,
    effect: 'sets',
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

  'timesheet.submitted': event<Sheet>({
    ...SHEET,
    effect: 'sets',
    activity: ({ contributorName, weekStart }) =>
      `${contributorName}’s week of ${formatDate(weekStart)} submitted`,
    notifies: ['timesheet_submitted', 'timesheet_reviewed'],
  }),
  'timesheet.withdrawn': event<Sheet>({
    ...SHEET,
    effect: 'sets',
    activity: ({ contributorName, weekStart }) =>
      `${contributorName} withdrew the week of ${formatDate(weekStart)}`,
    notifies: [],
  }),
  'timesheet.approved': event<Sheet>({
    ...SHEET,
    effect: 'sets',
    activity: ({ contributorName, weekStart }) =>
      `Week of ${formatDate(weekStart)} of ${contributorName} approved`,
    notifies: ['timesheet_reviewed'],
  }),
  'timesheet.rejected': event<Sheet>({
    ...SHEET,
    effect: 'sets',
    activity: ({ contributorName, weekStart }) =>
      `Week of ${formatDate(weekStart)} of ${contributorName} rejected`,
    notifies: ['timesheet_reviewed'],
  }),
  /** An approval was undone. */
  'timesheet.approval-undone': event<Sheet>({
    ...SHEET,
    effect: 'sets',
    activity: ({ contributorName, weekStart }) =>
      `Approval of ${contributorName}'s week of ${formatDate(weekStart)} undone`,
    audit: ({ contributorName, weekStart }) =>
      `${contributorName}, week of ${formatDate(weekStart)}: submitted again`,
    notifies: ['timesheet_reviewed', 'timesheet_submitted'],
  }),

  'time.recorded': event<object>({ ...ENTRY, effect: 'adds' }),
  'time.changed': event<object>(ENTRY),
  'time.deleted': event<object>({ ...ENTRY, effect: 'removes' }),
  /** Hours were added to or removed from an invoice or payout, which is the subject. */
  'time.billing-changed': event<object>({
    effect: 'sets',
    subject: 'time_billing',
    touches: ['workLog', 'timesheets'],
  }),

  'project.time-settings': event<{ name: string }>({
    effect: 'sets',
    subject: 'project',
    touches: ['projects', 'timesheets', 'workLog'],
    activity: ({ name }) => `Time settings of ${name} changed`,
    audit: ({ name }) => `Time settings of ${name} changed`,
  }),
  'project.budget-reached': event<{
    name: string
    /** The threshold and the current usage in percent. */
    threshold: number
    usedPercent: number
    budget: { kind: string; amount: number }
  }>({ subject: 'project', touches: [], notifies: ['budget'] }),
} satisfies Record<string, EventKind<never>>
