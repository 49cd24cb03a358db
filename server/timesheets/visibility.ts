import { mine, own, type Visibility } from '../core/visibility.ts'

export const timesheetVisibility = {
  timesheets: { agency: own, contributor: (row, reach) => row.all(own(row, reach), mine(row, reach)) },
} satisfies Pick<Visibility, 'timesheets'>
