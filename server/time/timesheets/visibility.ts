import { mine, own, type Visibility } from '../../base/core/rows/visibility.ts'

export const timesheetVisibility = {
  timesheets: { agency: own, contributor: (row, reach) => row.all(own(row, reach), mine(row, reach)) },
} satisfies Pick<Visibility, 'timesheets'>
