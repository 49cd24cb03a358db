import type { Effects, Purposes } from '../../base/core/context.ts'

const BUDGET = 'The owners are notified if 80 or 100 percent of the project’s budget is used.'

export const WORK_LOG_EFFECTS: Effects = {
  'workLog.start': {
    does: 'Starts the caller’s timer on a task or project.',
    follows: `A running timer is stopped first and its time is saved; it then returns an undo id for workLog.undoSwitch. ${BUDGET}`,
    records: ['time.changed', 'project.budget-reached'],
  },
  'workLog.undoSwitch': {
    does: 'Discards the timer that the caller just started and continues the one that it stopped.',
    follows:
      'The discarded timer is deleted. It is refused if either has been changed since, or the project has been archived.',
    records: ['time.changed', 'time.deleted'],
  },
  'workLog.pause': {
    does: 'Pauses the caller’s running timer.',
    follows: BUDGET,
    records: ['time.changed', 'project.budget-reached'],
  },
  'workLog.resume': {
    does: 'Resumes the caller’s paused timer.',
    follows: BUDGET,
    records: ['time.changed', 'project.budget-reached'],
  },
  'workLog.stop': {
    does: 'Stops the caller’s timer and saves its time.',
    follows: BUDGET,
    records: ['time.changed', 'project.budget-reached'],
  },
  'workLog.save': {
    does: 'Records time worked by the caller, or changes an entry (with its id).',
    follows: `Time in submitted or approved weeks can’t be changed. ${BUDGET}`,
    records: ['time.recorded', 'time.changed', 'project.budget-reached'],
  },
  'workLog.saveHours': {
    does: 'Sets the hours of one project’s day in the caller’s week: creates its entry, or changes or deletes its only one.',
    follows: `Time in submitted or approved weeks can’t be changed. For a deleted entry, it returns an undo id for workLog.restore. ${BUDGET}`,
    records: ['time.recorded', 'time.changed', 'time.deleted', 'project.budget-reached'],
  },
  'workLog.copyWeek': {
    does: 'Records the caller’s time of the week before again, on the same weekdays.',
    follows: `Days of a project with time, and days of submitted or approved weeks, are left as they are. ${BUDGET}`,
    records: ['time.recorded', 'project.budget-reached'],
  },
  'workLog.delete': {
    does: 'Deletes a time entry of the caller.',
    follows: 'It returns an undo id for workLog.restore.',
    records: ['time.deleted'],
  },
  'workLog.restore': {
    does: 'Restores the caller’s recently deleted time entry with its rates.',
    follows: `It is refused if the week has been submitted since. ${BUDGET}`,
    records: ['time.recorded', 'project.budget-reached'],
  },
}

export const WORK_LOG_PURPOSES: Purposes = {
  'workLog.timer': 'Returns the caller’s running timer.',
  'workLog.counters':
    'Tells how much time the caller recorded today and this week, and how much of it is billable.',
  'workLog.list': 'Lists recorded time by day and project.',
  'workLog.get': 'Returns one time entry.',
  'workLog.week':
    'Shows a week of the caller’s time by project and day, and on which days time can be added.',
  'workLog.exportCsv': 'Exports matching time entries as CSV, for example for a client or a spreadsheet.',
}
