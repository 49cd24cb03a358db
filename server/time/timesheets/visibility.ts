import { mine, own, type Visibility } from '../../base/core/rows/visibility.ts'

export const timesheetVisibility = {
  released_time: { agency: own },
  timesheets: { agency: own, contributor: (row, reach) => row.all(own(row, reach), mine(row, reach)) },
} satisfies Pick<Visibility, 'released_time' | 'timesheets'>
