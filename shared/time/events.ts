import type { EventKind } from '../base/events/kind.ts'
import { event } from '../base/events/kind.ts'
import { formatDate } from '../base/format.ts'

interface Sheet {
  /** The contributor whose hours they are. */
  contributorId: string
  contributorName: string
  /** The Monday of the week. */
  weekStart: string
}

const ENTRY = {
  subject: 'time_entry',
  touches: ['workLog', 'timesheets', 'employees', 'dashboard', 'finance'],
} as const
const SHEET = { subject: 'timesheet', touches: ['timesheets', 'workLog'] } as const

/** Events of time entries and timesheets. */
export const TIME_EVENTS = {
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
      `Approval of ${contributorName}’s week of ${formatDate(weekStart)} undone`,
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
