import { domain } from '../../base/core/domain.ts'
import { TIMESHEET_EFFECTS, TIMESHEET_PURPOSES } from './effects.ts'
import { timesheetsRouter } from './router.ts'
import { timesheetVisibility } from './visibility.ts'

/** Weeks of time, submitted and reviewed. */
export const timesheets = domain({
  routers: { timesheets: timesheetsRouter },
  effects: TIMESHEET_EFFECTS,
  purposes: TIMESHEET_PURPOSES,
  visibility: timesheetVisibility,
  tables: {
    released_time: {
      of: 'agency',
      uses: { project_id: 'projects' },
      key: ['agency_id', 'id', 'project_id', 'invoice_id', 'invoice_line_id', 'payout_id'],
      money: ['value', 'cost'],
      system: ['seconds'],
    },
    timesheets: {
      of: 'agency',
      key: ['agency_id', 'id', 'user_id', 'reviewed_by'],
      content: ['submit_note', 'review_note'],
      system: ['week_start', 'status', 'submitted_at', 'reviewed_at', 'version'],
      ownData: {
        as: 'timesheets',
        by: 'user_id',
        columns: ['week_start', 'status', 'submit_note', 'submitted_at'],
      },
    },
  },
})
