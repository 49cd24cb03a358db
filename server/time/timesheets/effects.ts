import type { Effects, Purposes } from '../../base/core/context.ts'

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

export const TIMESHEET_PURPOSES: Purposes = {
  'timesheets.list': 'Finds submitted, approved or rejected weeks, the caller’s own or the team’s.',
  'timesheets.get': 'Returns one week’s timesheet with its hours and review.',
  'timesheets.unsubmitted': 'Lists contributors’ past weeks whose time was not submitted or was rejected.',
  'timesheets.unbilled':
    'Lists a client’s approved time that isn’t invoiced yet, as the lines it would become.',
  'timesheets.budgets': 'Tells how much of projects’ budgets is used, the fullest first.',
  'timesheets.projectTime':
    'Tells one project’s budget, how much of it is used, and what its hours are worth.',
}
