import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/roles.ts'
import type { TimesheetStatus } from '#shared/timesheets.ts'
import type { EntryKind } from '#shared/work-log.ts'

export interface TimeTables {
  time_entries: TimeEntryTable
  time_tallies: TimeTallyTable
  timesheets: TimesheetTable
}

/** The seconds a contributor has logged in all, for whatever project; triggers keep it. */
interface TimeTallyTable {
  agency_id: AgencyId
  employee_id: string
  seconds: number
}

interface TimeEntryTable {
  id: string
  /** Null for people without an agency; then there is no project either. */
  agency_id: AgencyId | null
  user_id: string
  employee_id: string | null
  project_id: string | null
  /** A deleted task leaves its time behind, so this is not a foreign key. */
  task_id: string | null
  /** Shared by the stretches of one timer, which a pause ends and a resume continues. */
  session_id: string
  kind: EntryKind
  note: string | null
  started_at: string
  /** Null while the timer runs. */
  ended_at: string | null
  /** 1 on the last stretch of a timer that waits to be resumed. */
  paused: number
  /** 0 while the timer runs. */
  duration_seconds: number
  billable: number
  /** Minor units an hour, as they stood when the entry was made. */
  billing_rate: number
  cost_rate: number
  timesheet_id: string | null
  invoice_id: string | null
  /** Null on several lines of an invoice from before lines were told apart. */
  invoice_line_id: Generated<string | null>
  payout_id: string | null
  version: number
  created_at: string
  updated_at: string
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
