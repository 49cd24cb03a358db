import { formatShownDate } from '../dates.ts'
import type { EventKind } from './kind.ts'
import { event } from './kind.ts'

interface CalendarEvent {
  title: string
}

/** Who attends: an account, or a client company with all its people. */
interface Attendee {
  kind: 'user' | 'client'
  id: string
}

interface Sheet {
  /** Whose hours they are. */
  contributorId: string
  contributorName: string
  /** The Monday of the week. */
  weekStart: string
}

const CALENDAR = { subject: 'event', touches: ['schedule'] } as const
const SHEET = { subject: 'timesheet', touches: ['timesheets', 'workLog'] } as const

/** What happens on the calendar, to hours and to timesheets. */
export const TIME_EVENTS = {
  'event.created': event<CalendarEvent>({ ...CALENDAR, activity: ({ title }) => `${title} scheduled` }),
  'event.updated': event<CalendarEvent>({ ...CALENDAR, activity: ({ title }) => `${title} updated` }),
  'event.moved': event<CalendarEvent>({ ...CALENDAR, activity: ({ title }) => `${title} moved` }),
  'event.cancelled': event<CalendarEvent>({ ...CALENDAR, activity: ({ title }) => `${title} cancelled` }),
  'event.invited': event<CalendarEvent & { people: readonly Attendee[] }>({
    ...CALENDAR,
    notifies: ['event_invitation'],
  }),
  'event.answered': event<CalendarEvent>(CALENDAR),
  'event.starting': event<CalendarEvent & { people: readonly Attendee[]; startsAt: string; minutes: number }>(
    { subject: 'event', touches: [], notifies: ['event_reminder'] },
  ),

  'timesheet.submitted': event<Sheet>({
    ...SHEET,
    activity: ({ contributorName, weekStart }) =>
      `${contributorName} submitted the week of ${formatShownDate(weekStart)}`,
    notifies: ['timesheet_submitted'],
  }),
  'timesheet.withdrawn': event<Sheet>({
    ...SHEET,
    activity: ({ contributorName, weekStart }) =>
      `${contributorName} withdrew the week of ${formatShownDate(weekStart)}`,
  }),
  'timesheet.approved': event<Sheet>({
    ...SHEET,
    activity: ({ contributorName, weekStart }) =>
      `Week of ${formatShownDate(weekStart)} of ${contributorName} approved`,
    notifies: ['timesheet_reviewed'],
  }),
  'timesheet.rejected': event<Sheet>({
    ...SHEET,
    activity: ({ contributorName, weekStart }) =>
      `Week of ${formatShownDate(weekStart)} of ${contributorName} rejected`,
    notifies: ['timesheet_reviewed'],
  }),

  /** Hours were recorded, changed or deleted; the subject is the entry. */
  'time.changed': event<object>({
    subject: 'time_entry',
    touches: ['workLog', 'timesheets', 'employees', 'dashboard'],
  }),
  /** Hours were put on an invoice or a payout, or taken off it; the subject is the invoice or payout. */
  'time.claimed': event<object>({ subject: 'time_claim', touches: ['workLog', 'timesheets'] }),

  'project.time-settings': event<{ name: string }>({
    subject: 'project',
    touches: ['projects', 'timesheets', 'workLog'],
    activity: ({ name }) => `Time settings of ${name} changed`,
  }),
  'project.budget-reached': event<{
    name: string
    /** The threshold in percent, and what is used by now. */
    threshold: number
    usedPercent: number
    budget: { kind: string; amount: number }
  }>({ subject: 'project', touches: [], notifies: ['budget'] }),
} satisfies Record<string, EventKind<never>>
