import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { TimesheetStatus } from '#shared/time/timesheets.ts'
import type { EntryKind } from '#shared/time/work-log.ts'

declare module '../../schema.ts' {
  interface TenantSchema {
    released_time: ReleasedTimeTable
    time_entries: TimeEntryTable
    time_tallies: TimeTallyTable
    timesheets: TimesheetTable
  }
}

/** The total seconds a contributor has logged on all projects, maintained by triggers. */
interface TimeTallyTable {
  agency_id: AgencyId
  employee_id: string
  seconds: number
}

interface TimeEntryTable {
  id: string
  /** Null for people without an agency, who have no projects either. */
  agency_id: AgencyId | null
  user_id: string
  employee_id: string | null
  project_id: string | null
  /** Time remains when its task is deleted, so this isn't a foreign key. */
  task_id: string | null
  /** Shared by the entries of one timer: a pause ends an entry, and resuming starts another. */
  session_id: string
  kind: EntryKind
  note: string | null
  started_at: string
  /** The day of its start in the agency's time zone when it was recorded, which the books count it for. */
  worked_on: string
  /** Null while the timer runs. */
  ended_at: string | null
  /** 1 on the last entry of a paused timer. */
  paused: number
  /** 0 while the timer runs. */
  duration_seconds: number
  billable: number
  /** 1 for imported time that was billed before, which isn't billable here. */
  billed_elsewhere: Generated<number>
  /** 1 for imported time for which its contributor was paid before, which is in no payout. */
  paid_elsewhere: Generated<number>
  /** Minor units per hour, at the time the entry was created. */
  billing_rate: number
  cost_rate: number
  timesheet_id: string | null
  invoice_id: string | null
  /** Null for some entries billed before lines had ids. */
  invoice_line_id: Generated<string | null>
  payout_id: string | null
  version: number
  created_at: string
  updated_at: string
}

/** What the time of a project was billed or paid for, when a document that has been withdrawn since released it. */
interface ReleasedTimeTable {
  agency_id: AgencyId
  id: string
  project_id: string | null
  invoice_id: string | null
  invoice_line_id: string | null
  payout_id: string | null
  seconds: number
  /** Seconds by minor units per hour. */
  value: number
  /** Minor units. */
  cost: number
}

interface TimesheetTable {
  agency_id: AgencyId
  id: string
  user_id: string
  /** The Monday of the week, YYYY-MM-DD. */
  week_start: string
  status: TimesheetStatus
  submit_note: string | null
  review_note: string | null
  submitted_at: string
  reviewed_at: string | null
  reviewed_by: string | null
  version: number
}
