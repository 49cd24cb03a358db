import type { Effects } from '../../base/core/context.ts'

export const TIMESHEET_EFFECTS: Effects = {
  'timesheets.submit': {
    does: 'Submits a week of the caller’s time for approval.',
    follows: 'The owners are notified and the week’s entries are locked until it is withdrawn or rejected.',
    records: ['timesheet.submitted'],
  },
  'timesheets.submitFor': {
    does: 'Submits a contributor’s week for approval in their place, for example after they left.',
    follows:
      'They and the other owners are notified, and the week’s entries are locked until it is rejected.',
    records: ['timesheet.submitted'],
  },
  'timesheets.withdraw': {
    does: 'Withdraws a submitted week so that its entries can be changed.',
    records: ['timesheet.withdrawn'],
  },
  'timesheets.review': {
    does: 'Approves or rejects a submitted week of a contributor.',
    follows: 'They are notified. Approved time can be billed and paid out.',
    records: ['timesheet.approved', 'timesheet.rejected'],
  },
  'timesheets.undoApproval': {
    does: 'Undoes the approval of a week, as long as none of its time is billed or paid out.',
    follows: 'The contributor is notified.',
    records: ['timesheet.approval-undone'],
  },
  'timesheets.saveProjectTime': {
    does: 'Sets a project’s hourly rate, budget and whether its client sees the recorded hours.',
    follows:
      'Time already recorded keeps its rate. The owners are notified if 80 or 100 percent of the budget is used.',
    records: ['project.time-settings', 'project.budget-reached'],
  },
}
