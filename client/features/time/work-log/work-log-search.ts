import { date, id, oneOf, searchOf } from '#client/lib/search-params.ts'

export const workLogSearch = searchOf({
  /** Null opens the first tab. */
  tab: oneOf(['entries', 'week', 'team', 'timesheets']),
  from: date,
  to: date,
  project: id,
  person: id,
  billable: oneOf(['yes', 'no']),
  /** Any day of the week shown. */
  week: date,
  status: oneOf(['submitted', 'approved', 'rejected']),
  timesheet: id,
  dialog: oneOf(['entry', 'timer', 'submit']),
  /** The entry being edited. */
  entry: id,
})
